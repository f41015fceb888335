import type { CommandOutcome } from '../../protocol/command.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'

export const shown = (text: LocalizedText): CommandOutcome => ({ kind: 'shown', text })

/** One text a line. */
export const shownLines = (texts: readonly Text[]): CommandOutcome => shown(lines(texts))

/** With an empty line between them. */
export const paragraphs = (texts: readonly Text[]): LocalizedText =>
  lines(texts.flatMap((text, at) => (at === 0 ? [text] : ['', text])))
