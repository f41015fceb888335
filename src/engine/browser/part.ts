import type { BrowserPort, BrowserState } from '../../protocol/tools/browser.ts'
import type { Part } from '../scope.ts'
import type { BrowserOptions, BrowserThread, RunningBrowser } from './options.ts'

/** The browser of a session. Until it is switched on nothing of it is loaded, and until it is used nothing runs. */
export interface SessionBrowser extends Part {
  portOf(thread: BrowserThread): BrowserPort
  /** The part of an agent's thread: with it go its tabs. */
  tabsOf(agent: string): Part
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
    tabsOf: agent => ({
      async [Symbol.asyncDispose]() {
        await loaded?.leave(agent)
      },
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
