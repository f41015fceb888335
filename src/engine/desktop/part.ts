import type { WithComputer } from '../../protocol/tools/computer.ts'
import type { Part } from '../scope.ts'
import type { DesktopOptions } from './options.ts'
import type { RunningDesktop } from './running-desktop.ts'

/** The person's desktop, where they switched it on. Until then nothing of it is loaded. */
export interface SessionDesktop extends Part {
  /** Nothing where it is off. */
  readonly ports: WithComputer
}

export const createDesktop = (at: DesktopOptions): SessionDesktop => {
  const choice = at.config.desktop
  if (!choice?.on) return { ports: {} }
  let loading: Promise<RunningDesktop> | undefined
  let loaded: RunningDesktop | undefined
  const load = async (): Promise<RunningDesktop> => {
    loading ??= import('./running-desktop.ts').then(({ createRunningDesktop }) =>
      createRunningDesktop(at, choice),
    )
    loaded = await loading
    return loaded
  }
  return {
    ports: {
      computer: {
        target: async (wish, signal) => await (await load()).target(wish, signal),
        act: async (wish, call) => await (await load()).act(wish, call),
      },
    },
    news: [{ name: 'desktop', isClean: true, collect: () => loaded?.news() ?? [] }],
    async turnStarts() {
      await (await load()).offer()
    },
    async [Symbol.asyncDispose]() {
      await (await loading)?.[Symbol.asyncDispose]()
    },
  }
}
