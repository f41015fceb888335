import type { CommandInfo } from '../../../protocol/command-info.ts'
import type { Words } from './words.ts'

/** Commands as a list shows them in the language of the screen. */
export const localizeCommands = (
  commands: readonly CommandInfo[],
  { localize }: Pick<Words, 'localize'>,
): readonly CommandInfo[] =>
  commands.map(info => {
    const { description, argumentHint } = info.localized ?? {}
    return {
      ...info,
      ...(description ? { description: localize(description) } : {}),
      ...(argumentHint ? { argumentHint: localize(argumentHint) } : {}),
    }
  })

/** The same for whoever asks with every key: computed anew only for other commands or another language. */
export const createCommandLocalizer = (): typeof localizeCommands => {
  let last:
    | { commands: readonly CommandInfo[]; words: unknown; localized: readonly CommandInfo[] }
    | undefined
  return (commands, words) => {
    if (last?.commands !== commands || last.words !== words)
      last = { commands, words, localized: localizeCommands(commands, words) }
    return last.localized
  }
}
