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
