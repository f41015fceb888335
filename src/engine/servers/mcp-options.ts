import type { Event } from '../../protocol/event.ts'
import type { ExtensionPlaces } from '../../protocol/extensions/place.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Notifications } from '../hooks/notifications.ts'
import type { Live } from '../live/state.ts'
import type { PermissionChoice } from '../options/permission-choice.ts'
import type { Runtime } from '../options/runtime.ts'
import type { ServersChoice } from '../options/servers-choice.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SessionChannels } from '../parts/channels/channels.ts'
import type { Contributions } from '../parts/contributions.ts'
import type { Hooks } from '../parts/hooks.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** What the servers of a session need of it. */
export interface McpOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly permissions: PermissionChoice
    readonly extensions?: ExtensionPlaces
    readonly servers?: ServersChoice
    readonly wake?: boolean
    readonly runtime: Runtime
  }
  readonly live: Pick<Live, 'cwd' | 'roots' | 'rules'>
  readonly contributions: Contributions
  readonly desk: PermissionDesk
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly notifications: Pick<Notifications, 'say'>
  /** Absent: none is switched on. */
  readonly channels?: SessionChannels
  /** Tokens the model of the conversation takes. */
  window(): number
  /** Without what opens the way to a model. */
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): void
}
