import type { Start } from '../../host/start.ts'
import type { Env } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'

/** What a session here would be opened with. */
export interface AuthContext {
  readonly start: Start
  readonly settings: Settings
  readonly env: Env
  readonly warn: Warn
}
