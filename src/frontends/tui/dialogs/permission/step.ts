import type { Choice } from './choices.ts'

/** Where somebody is in a question. */
export type Step = {
  readonly explained: boolean
  /** What it was decided with is shown. */
  readonly debug?: boolean
} & (
  | { readonly at: 'choosing' }
  /** Words are being typed that go with the answer; `typed` before there was a field. */
  | { readonly at: 'commenting'; readonly choice: Choice; readonly typed: string }
  /** The parts of a change are decided about one by one. */
  | { readonly at: 'dividing' }
  /** All of what is asked about fills the dialog. */
  | { readonly at: 'reading' }
)
