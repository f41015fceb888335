import type { Clause } from '../../lib/network/network-error.ts'
import { area } from './area.ts'
import { describeError, type LocalizedText, type Text, type TextValue } from './localized-text.ts'

export const layoutText = area('layout', {
  verbatim: { en: '{text}', zh: '{text}' },
  lines: { en: '{lines:lines}', zh: '{lines:lines}' },
  sentences: { en: '{sentences:sentences}', zh: '{sentences:sentences}' },
})

/** Words of somebody else: a server, a hook, a program. They are shown as they are in every language. */
export const verbatim = (text: string): LocalizedText => layoutText('verbatim', { text })

/** A clause that has its words in both languages already: for people, and for the model. */
export const clause = (
  { en, zh }: Clause,
  clean: (words: string) => string = words => words,
): LocalizedText => ({
  ...layoutText('verbatim', { text: clean(zh) }),
  text: clean(en),
})

/** As data in any case: a string is somebody else's words. */
export const asLocalized = (text: Text): LocalizedText => (typeof text === 'string' ? verbatim(text) : text)

/** What an error says, as data where it is one of ours. */
export const asText = (error: Error): LocalizedText => asLocalized(describeError(error))

export const lines = (texts: readonly Text[]): LocalizedText => layoutText('lines', { lines: texts })

/** Whole sentences after each other; in Chinese without blanks between them. */
export const sentences = (texts: readonly Text[]): LocalizedText =>
  layoutText('sentences', { sentences: texts })

/** For the middle of an English sentence; the Chinese of a row that takes it puts it last. */
export const withoutStop = (text: Text): Text =>
  typeof text === 'string' ? text.replace(/\.$/, '') : { ...text, text: text.text.replace(/\.$/, '') }

/** With all foreign words in it, and the English as a whole, changed: escaped for a terminal, say. */
export const mapText = (text: LocalizedText, change: (words: string) => string): LocalizedText => {
  const mapOne = (value: Text | number): Text | number => {
    if (typeof value === 'string') return change(value)
    return typeof value === 'number' ? value : mapText(value, change)
  }
  const values = Object.entries(text.values ?? {}).map(
    ([name, value]) => [name, isList(value) ? value.map(mapOne) : mapOne(value)] as const,
  )
  return { ...text, ...(text.values && { values: Object.fromEntries(values) }), text: change(text.text) }
}

const isList = (value: TextValue): value is readonly (Text | number)[] => Array.isArray(value)
