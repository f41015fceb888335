import { createDetector } from './detect.ts'
import { GUESSED_FORMATS } from './value-formats.ts'

/** What may be a secret, guesses included: for texts that can be refused. */
export interface SuspectedSecret {
  readonly kind: string
  /** 1-based. */
  readonly line: number
}

/** In the order of the text. */
export const findStrictly = (text: string): readonly SuspectedSecret[] =>
  createDetector({ formats: GUESSED_FORMATS })(text).map(({ kind, start }) => ({
    kind,
    line: text.slice(0, start).split('\n').length,
  }))
