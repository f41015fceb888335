import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Event } from '../../protocol/event.ts'
import type { BrowserPort, BrowserState } from '../../protocol/tools/browser.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SettingsPart } from '../settings/part.ts'
import type { WebChoice } from '../web/options.ts'
import type { BrowserChoice } from './options.ts'
import type { RunningBrowser } from './running-browser.ts'

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

/** The browser of a session. Until it is switched on nothing of it is loaded, and until it is used nothing runs. */
export interface SessionBrowser extends Part {
  portOf(thread: BrowserThread): BrowserPort
}

const IDLE: BrowserState = { on: false, running: false, window: false, enclosed: true, tabs: [] }

export const createBrowser = (at: BrowserOptions): SessionBrowser => {
  let loading: Promise<RunningBrowser> | undefined
  let loaded: RunningBrowser | undefined
  const load = async (): Promise<RunningBrowser> => {
    loading ??= import('./running-browser.ts').then(({ createRunningBrowser }) => createRunningBrowser(at))
    loaded = await loading
    return loaded
  }
  return {
    portOf: thread => ({
      place: tab => loaded?.place(thread, tab),
      act: async (wish, call) => await (await load()).act(thread, wish, call),
    }),
    async turnStarts() {
      if (loaded || at.config.browser?.on) await (await load()).offer()
    },
    news: [{ name: 'browser', isClean: true, collect: () => loaded?.news() ?? [] }],
    ops: { browser: async ({ action }) => await (await load()).serve(action) },
    answers: {
      browser: () => loaded?.state() ?? { ...IDLE, on: at.config.browser?.on === true },
      browserPicture: async () => (await loaded?.picture()) ?? null,
    },
    async [Symbol.asyncDispose]() {
      await loaded?.[Symbol.asyncDispose]()
    },
  }
}
