import type { Runtime } from '../options/runtime.ts'

/** Runs something later, by the clock of the session; ended by what it answers. Keeps no process alive. */
export const runAfter = ({ after }: Pick<Runtime, 'after'>, ms: number, run: () => void): (() => void) => {
  if (after) return after(ms, run)
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
