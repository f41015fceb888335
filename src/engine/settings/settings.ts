import type { Event } from '../../protocol/event.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PermissionChoice } from '../permissions/options.ts'

export interface SettingsDeps {
  readonly config: {
    readonly place: SessionEnvironment
    readonly permissions: PermissionChoice
    readonly runtime: Runtime
  }
  readonly live: Live
  readonly desk: PermissionDesk
  emit(event: Event): void
  /** Asks the hooks whether a changed file may count. */
  configChange(
    changed: { readonly source: string; readonly file: string },
    signal: AbortSignal,
  ): Promise<HookVerdict>
  /** Files that changed were read. */
  changed?(): void
}

/** Keeps the settings of a session and the files they come from in step. */
export interface SessionSettings extends AsyncDisposable {
  /** A request leaves: from now on the files are watched. */
  start(): void
  /** All that counts now; the same value until something changes. */
  current(): Settings
  /** Takes up an answer at once, and saves what is meant to last. */
  grant(updates: readonly PermissionUpdate[]): void
  /** By the person's own hand: throws OpError, with words, for what cannot be taken up or saved. */
  change(updates: readonly PermissionUpdate[]): Promise<void>
  /** By the program that drives the session: counts at once. Throws OpError, and then nothing of it does. */
  apply(settings: Readonly<Record<string, unknown>>): Promise<void>
}
