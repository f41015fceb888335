import type { Override } from './override.ts'
import type { ExtensionProblem, WaitingExtension } from './roots.ts'
import type { ContributionSource } from './source.ts'

/** One thing that somebody else than ourselves brought. */
export interface ExtensionEntry {
  readonly kind:
    | 'plugin'
    | 'skill'
    | 'agent'
    | 'server'
    | 'tool'
    | 'command'
    | 'style'
    | 'hook'
    | 'language server'
    | 'monitor'
  /** As it is called. */
  readonly name: string
  readonly source: ContributionSource
  readonly file?: string
  /** What it adds to every request, estimated; absent: nothing. */
  readonly tokens?: number
  /** What it would add if its definition were sent; absent: it is, or there is none. */
  readonly saved?: number
  /** How it is at the moment: a server connected, a hook not active. */
  readonly state?: string
  /** It is there and does not count: switched off, not approved, or of a folder nobody trusts. */
  readonly inactive?: true
}

export interface ExtensionsReport {
  readonly entries: readonly ExtensionEntry[]
  readonly overrides: readonly Override[]
  readonly problems: readonly ExtensionProblem[]
  /** What would be there if the person said so. */
  readonly waiting: readonly WaitingExtension[]
}
