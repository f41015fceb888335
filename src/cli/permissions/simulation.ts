import type { Comparison } from '../../features/permissions/simulate/compare.ts'
import type { Suggestion } from '../../features/permissions/simulate/suggest.ts'

import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** What changed rules would have meant for past sessions. */
export interface Simulation extends Comparison {
  /** The file they stand in. */
  readonly rules: string
  /** They come beside those of today instead of in their place. */
  readonly added: boolean
  readonly sessions: number
  readonly suggestions: readonly Suggestion[]
  /** What could not be looked at. */
  readonly notes: readonly LocalizedText[]
}
