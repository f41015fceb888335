import { COMMANDS } from '../../features/commands/index.ts'
import type { Command, CommandHost } from '../../protocol/command.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'

/** The prompts that come with the program, for the model to call; a person calls them as commands. */
export const bundledSkills = (localize?: Localize): Contribution => ({
  source: { level: 'built-in' },
  skills: COMMANDS.filter(({ bundled }) => bundled).map(command => asSkill(command, localize)),
})

/** The same, described in Chinese, where they are not off; the rows are loaded here. */
export const inChinese = async (bundled: readonly Contribution[]): Promise<readonly Contribution[]> => {
  if (bundled.length === 0) return bundled
  const chinese = await import('../../protocol/messages/chinese.ts')
  return [bundledSkills(chinese.inChinese)]
}

const asSkill = (command: Command, localize: Localize | undefined): Skill => {
  const { name, argumentHint, personOnly = false } = command
  const row = `command-list.${name.replaceAll('-', '_')}`
  const description = localize?.({ id: row, text: command.description }) ?? command.description
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

/** What the model may call is made of its arguments alone; a test holds all of them to it. */
const promptOf = async (command: Command, args: string): Promise<string> => {
  const outcome = await command.run(args, {} as CommandHost)
  if (outcome.kind !== 'submit') throw new Error(`/${command.name} is no prompt`)
  return outcome.text
}
