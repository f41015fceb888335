import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { lineText } from '../../protocol/messages/plain.ts'
/** How a question asked by lines is answered: the digits of every question, and what Enter alone means. */
export const yesNoHint = (enter: 'yes' | 'no'): LocalizedText =>
  lineText('yes_no', { enter: lineText(enter) })
