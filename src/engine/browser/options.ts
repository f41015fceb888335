import type { Resolve } from '../../features/sandbox/egress.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type {
  BrowserAnswer,
  BrowserCall,
  BrowserOpAction,
  BrowserPicture,
  BrowserSettings,
  BrowserState,
  BrowserWish,
} from '../../protocol/tools/browser.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SettingsPart } from '../settings/part.ts'
import type { WebChoice } from '../web/options.ts'

/** Whether the model is offered a browser, and which. */
export interface BrowserChoice {
  /** From the first turn on; the person may switch it on and off later. */
  readonly on: boolean
  readonly settings: BrowserSettings
  /** Where a profile that stays is kept. */
  readonly keptProfile: string
  /** For profiles that do not stay. */
  readonly tmpDir: string
  /** The system's resolver when absent. */
  readonly resolve?: Resolve
}

export interface BrowserOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly permissions: { readonly canAsk: boolean }
    readonly tools: Toolbox
    readonly prompt: { readonly promptLanguage?: 'en' | 'zh' }
    readonly web?: WebChoice
    readonly browser?: BrowserChoice
  }
  readonly live: Readonly<Live>
  readonly desk: Pick<PermissionDesk, 'ask'>
  readonly settings: Pick<SettingsPart, 'grant'>
  readonly contributions: Pick<Contributions, 'put'>
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): void
}

/** Whose calls these are, and who decides about them. */
export interface BrowserThread {
  readonly gate: Pick<Gate, 'judge' | 'policy'>
  readonly agent?: AgentOrigin
}

/** The browser of a session that wants one. */
export interface RunningBrowser extends AsyncDisposable {
  place(thread: BrowserThread, tab: number | undefined): string | undefined
  act(thread: BrowserThread, wish: BrowserWish, call: BrowserCall): Promise<BrowserAnswer>
  /** An agent has ended: nobody needs its tabs any more. */
  leave(agent: string): Promise<void>
  offer(): Promise<void>
  news(): readonly Attachment[]
  serve(action: BrowserOpAction): Promise<void>
  state(): BrowserState
  picture(): Promise<BrowserPicture | undefined>
}
