import type { Settings } from '../../protocol/settings.ts'

/** What the reviewer of auto mode goes by. */
export interface ReviewChoice {
  readonly rules?: Settings['autoMode']
  /** For each of its questions to the model. */
  readonly timeoutMs?: number
}
