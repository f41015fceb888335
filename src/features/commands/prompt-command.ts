import type { Command } from '../../protocol/command.ts'
import type { CommandGroup } from '../../protocol/command-info.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { type CommandRow, described } from './described.ts'

/** A prompt for the model: what it is about, then what to do. */
interface WrittenPrompt {
  /** Goes before the words of the person. */
  readonly title: string
  /** In the place of their words, when there are none. */
  readonly bare?: string
  readonly prompt: string
}

export type PromptTexts = Readonly<Record<PromptLanguage, WrittenPrompt>>

/**
 * A prompt that comes with the program and costs nothing until a person calls it: the model is not told that it exists,
 * and reads it in the language of its own prompt.
 */
export const promptCommand = (
  row: CommandRow,
  texts: PromptTexts,
  how: { readonly group?: CommandGroup; readonly usage?: LocalizedText } = {},
): Command => ({
  ...described(row),
  group: how.group ?? 'work',
  headless: true,
  beside: true,
  bundled: true,
  personOnly: true,
  async run(args, { place }) {
    if (args === '' && how.usage !== undefined) throw new OpError(how.usage)
    return { kind: 'submit', text: writtenFor(texts[place.promptLanguage], args) }
  },
})

const writtenFor = ({ title, bare = '', prompt }: WrittenPrompt, args: string): string =>
  `${title}${args === '' ? bare : args}\n\n${prompt}`
