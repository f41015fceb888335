import type { TextBlock } from '../../protocol/message.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('text_blocks', { note: { en: '({note})', zh: '（{note}）' } })

/** As a remark beside the result. */
export const inBrackets = (note: Text): LocalizedText => says('note', { note })

/** One text as the result of a call, in the language of the prompt. */
export const textBlocks = (text: Text, language: PromptLanguage | undefined): readonly TextBlock[] => [
  { type: 'text', text: forModel(text, language) },
]

/** The same of texts that stand on lines of their own. */
export const lineBlocks = (
  texts: readonly Text[],
  language: PromptLanguage | undefined,
): readonly TextBlock[] => textBlocks(lines(texts), language)

/** What a run noted beside its result: kept as words, so that what is stored of it stays text. */
export const withNotes = <O extends { readonly notes: readonly Text[] }>(
  output: O,
  language: PromptLanguage | undefined,
): O => ({ ...output, notes: output.notes.map(note => forModel(note, language)) })
