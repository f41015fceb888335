/** The non-deterministic things. */
export interface Runtime {
  now(): Date
  newId(): string
  /** Monotonic milliseconds. */
  elapsed(): number
  log?(line: string): void
  /** Calls back after so many milliseconds; answers how to give that up. Absent: by the timers of the process. */
  after?(ms: number, run: () => void): () => void
}

/** Runs something later, by the clock of the session; ended by what it answers. Keeps no process alive. */
export const runAfter = ({ after }: Pick<Runtime, 'after'>, ms: number, run: () => void): (() => void) => {
  if (after) return after(ms, run)
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
