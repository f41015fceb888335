import { area } from './area.ts'
import type { LocalizedText, Text } from './localized-text.ts'

export const layoutText = area('layout', {
  verbatim: { en: '{text}', zh: '{text}' },
  lines: { en: '{lines:lines}', zh: '{lines:lines}' },
  sentences: { en: '{sentences:sentences}', zh: '{sentences:sentences}' },
})

/** Words of somebody else: a server, a hook, a program. They are shown as they are in every language. */
export const verbatim = (text: string): LocalizedText => layoutText('verbatim', { text })

export const lines = (texts: readonly Text[]): LocalizedText => layoutText('lines', { lines: texts })

/** Whole sentences after each other; in Chinese without blanks between them. */
export const sentences = (texts: readonly Text[]): LocalizedText =>
  layoutText('sentences', { sentences: texts })
