import type { Runtime } from '../../src/engine/options/runtime.ts'

/** A clock that stands still until it is moved. Timers fire in order while it moves, and what they start is waited for. */
export interface FakeClock {
  readonly runtime: Pick<Runtime, 'now' | 'after'>
  /** Forward, timer by timer. */
  pass(ms: number): Promise<void>
  /** As a machine that slept: no timer fired meanwhile. */
  jump(ms: number): void
  readonly timers: number
}

export const createFakeClock = (start: string): FakeClock => {
  let now = new Date(start).getTime()
  const timers = new Map<object, { readonly at: number; run(): void }>()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve))
  }
  return {
    runtime: {
      now: () => new Date(now),
      after(ms, run) {
        const key = {}
        timers.set(key, { at: now + ms, run })
        return () => void timers.delete(key)
      },
    },
    async pass(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const [next] = [...timers].sort(([, a], [, b]) => a.at - b.at)
        if (!next || next[1].at > end) break
        timers.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].run()
        await settle()
      }
      now = end
    },
    jump(ms) {
      now += ms
    },
    get timers() {
      return timers.size
    },
  }
}
