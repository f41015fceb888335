import { COMMANDS } from '../../features/commands/index.ts'
import type { Command, CommandHost } from '../../protocol/command.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import { commandListText } from '../../protocol/messages/commands/list.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** The prompts that come with the program, for the model to call; a person calls them as commands. */
export const bundledSkills = (language?: PromptLanguage): Contribution => ({
  source: { level: 'built-in' },
  skills: COMMANDS.filter(({ bundled }) => bundled).map(command => asSkill(command, language)),
})

const asSkill = (command: Command, language: PromptLanguage | undefined): Skill => {
  const { name, argumentHint, personOnly = false } = command
  const description = (language === 'zh' ? chineseOf(name) : undefined) ?? command.description
  const render = (args: string): Promise<string> => promptOf(command, args)
  return {
    name,
    kind: 'skill',
    description,
    ...(argumentHint === undefined ? {} : { argumentHint }),
    context: 'inline',
    byPerson: true,
    byModel: !personOnly,
    render,
    body: () => render(''),
  }
}

const chineseOf = (name: string): string | undefined =>
  (commandListText.rows as Readonly<Record<string, { readonly zh: string } | undefined>>)[
    name.replaceAll('-', '_')
  ]?.zh

/** What the model may call is made of its arguments alone; a test holds all of them to it. */
const promptOf = async (command: Command, args: string): Promise<string> => {
  const outcome = await command.run(args, {} as CommandHost)
  if (outcome.kind !== 'submit') throw new Error(`/${command.name} is no prompt`)
  return outcome.text
}
