import type { ScriptThread } from '../../../lib/script-engine/script-thread.ts'
import type { ThreadParts } from '../../thread.ts'

/** The thread of a script that is being written: ready when its call is whole, ended where no script comes to it. */
export interface ReadyThread {
  /** A call of this tool begins to arrive. */
  begins(name: string): void
  take(): Promise<ScriptThread | undefined> | undefined
  /** Whoever was to take it has come or never will. */
  over(): void
}

/** One at a time: a reply with many scripts does not begin as many threads. */
export const createReadyThread = (thread: ThreadParts): ReadyThread => {
  let begun: Promise<ScriptThread | undefined> | undefined
  const take = (): typeof begun => {
    const taken = begun
    begun = undefined
    return taken
  }
  return {
    begins(name) {
      const { toolsIn, specs } = thread.tools()
      if (begun || !toolsIn?.('scripts').includes(name) || !specs.some(each => each.name === name)) return
      // What cannot be begun ahead fails with words when the script is run.
      begun = import('./begin-thread.ts')
        .then(({ beginThread }) => beginThread(thread))
        .catch(() => undefined)
    },
    take,
    over: () => void take()?.then(unused => unused?.end()),
  }
}
