import type { HostOptions } from '../host/compose.ts'
import type { Policy } from '../host/settings/open-policy.ts'
import type { Env, Host } from '../protocol/host.ts'
import type { Model } from '../protocol/model.ts'

/** Everything about this process that a run depends on. */
export interface Process {
  readonly env: Env
  readonly version: string
  /** As given, for a recording. */
  readonly argv: readonly string[]
  /** What an administrator says; absent: nothing. */
  readonly policy?: Policy | undefined
  /** Stands in for the provider: a recording brings its own. */
  readonly model?: Model
  /** Whom that model stands in for: the vendor's own service, or another. */
  readonly vendor?: boolean
  /** Where to work; the process's own directory when absent. */
  readonly cwd?: string
  /** Who opens sessions, where this is not the program itself. */
  readonly openHost?: () => Host
  /** What git says was asked for already. */
  readonly git?: NonNullable<HostOptions['git']>
}
