import { editDistance } from '../../lib/nearest-name.ts'
import type { Command } from '../../protocol/command.ts'

/** What a person typed after a slash. */
export interface CommandLine {
  readonly name: string
  readonly args: string
}

/** A name ends with white space: `/usr/bin` and `//` are no commands. */
const LINE = /^\/([a-z][a-z0-9_:-]*)(?:\s+([\s\S]*))?$/i

export const parseCommand = (text: string): CommandLine | undefined => {
  const match = LINE.exec(text.trim())
  return match?.[1] === undefined
    ? undefined
    : { name: match[1].toLowerCase(), args: (match[2] ?? '').trim() }
}

/** A name goes before the same word as an alias: a skill of the person may be called like one. */
export const findCommand = (name: string, commands: readonly Command[]): Command | undefined =>
  commands.find(command => command.name === name) ?? commands.find(({ aliases }) => aliases?.includes(name))

/** The command that a mistyped name may have meant. */
export const nearestCommand = (name: string, commands: readonly Command[]): string | undefined => {
  // Two letters in the wrong order are two mistakes.
  const limit = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3))
  const [nearest] = commands
    .flatMap(command => [command.name, ...(command.aliases ?? [])])
    .map(each => ({ name: each, distance: each.startsWith(name) ? 0 : editDistance(name, each) }))
    .filter(each => each.distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.name
}
