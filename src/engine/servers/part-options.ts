import type { Sandbox } from '../../features/sandbox/sandbox.ts'
import type { Event } from '../../protocol/event.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { SessionChannels } from '../channels/part.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Notifications } from '../hooks/notifications.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PermissionChoice } from '../permissions/options.ts'
import type { SandboxChoice } from '../sandbox/options.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { ServersChoice } from './options.ts'

/** What the servers of a session need of it. */
export interface McpOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly permissions: PermissionChoice
    readonly extensions?: ExtensionRoots
    readonly servers?: ServersChoice
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly wake?: boolean
    readonly runtime: Runtime
    readonly watch?: Pick<SessionWatch, 'traceFor'>
  }
  readonly live: Pick<Live, 'cwd' | 'roots' | 'rules'>
  readonly contributions: Contributions
  readonly desk: PermissionDesk
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly notifications: Pick<Notifications, 'say'>
  /** Absent: none is switched on. */
  readonly channels?: SessionChannels
  /** The sandbox of servers. Throws, in words, where none works. */
  openSandbox(choice: SandboxChoice): Promise<Sandbox>
  /** Tokens the model of the conversation takes. */
  window(): number
  /** Without what opens the way to a model. */
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): void
}
