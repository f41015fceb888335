import type { Command } from '../../protocol/command.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { Sourced } from './merge.ts'

/** Commands, with the skills that a person may call. A skill goes before a prompt of ours, and before nothing else. */
export const withSkillCommands = (
  commands: readonly Command[],
  skills: readonly Sourced<Skill>[],
): readonly Command[] => {
  if (skills.length === 0) return commands
  const taken = takenNames(commands)
  const own = skills
    .filter(skill => skill.byPerson && !isCommandAlready(skill) && !taken.has(skill.name.toLowerCase()))
    .map(commandOf)
  const names = new Set(own.map(({ name }) => name))
  return [...commands.filter(({ name, bundled }) => !(bundled && names.has(name))), ...own]
}

/** Prompts that come with the program, and those of servers, are commands by themselves. */
const isCommandAlready = ({ source }: Sourced<Skill>): boolean =>
  source.level === 'built-in' || source.level === 'server'

/** Names that no skill can have after a slash. */
export const takenNames = (commands: readonly Command[]): ReadonlySet<string> =>
  new Set(
    commands
      .filter(({ bundled }) => !bundled)
      .flatMap(({ name, aliases = [] }) => [name, ...aliases])
      .map(name => name.toLowerCase()),
  )

const commandOf = ({ name, description, argumentHint, source }: Sourced<Skill>): Command => ({
  name: name.toLowerCase(),
  description: `${description} (${source.level === 'plugin' ? source.name : source.level})`.trim(),
  ...(argumentHint === undefined ? {} : { argumentHint }),
  group: 'skills',
  headless: true,
  skill: true,
  run: (args, host) => host.callSkill(name, args),
})
