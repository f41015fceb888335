import { escapeInvisible } from '../../lib/escape-text.ts'
import { inertInFrame } from '../../lib/harness-tags.ts'

/** Text of a memory inside a frame of ours: it can neither end the frame nor hide anything in it. */
export const neutral = (text: string): string =>
  inertInFrame(escapeInvisible(text.toWellFormed()), 'memory', 'instructions')
