import { escapeInvisible } from '../../lib/escape-text.ts'

/** Text of a memory inside a frame of ours: it can neither end the frame nor hide anything in it. */
export const neutral = (text: string): string =>
  escapeInvisible(text.toWellFormed()).replace(/<(?=\/?(?:system-reminder|memory)\b)/gi, '&lt;')
