import type { ContributionSource } from './source.ts'

/** Of two entries of the same name only one counts. */
export interface Override {
  readonly kind: 'command' | 'tool' | 'skill' | 'agent' | 'server' | 'style'
  readonly name: string
  /** Whose counts. */
  readonly by: ContributionSource
  /** Whose does not. */
  readonly over: ContributionSource
}
