import type { Env } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'

export interface TelemetryContext {
  readonly start: Start
  /** With what settings add; nothing of it about telemetry comes from a project. */
  readonly env: Env
  readonly gathered: Gathered
  readonly version: string
  readonly session: { readonly id: string }
  /** Keys and tokens that the program keeps by itself. */
  readonly ownSecrets?: readonly string[]
  readonly warn: Warn
  readonly log: ((line: string) => void) | undefined
}
