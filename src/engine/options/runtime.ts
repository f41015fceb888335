/** The non-deterministic things. */
export interface Runtime {
  now(): Date
  newId(): string
  /** Monotonic milliseconds. */
  elapsed(): number
  log?(line: string): void
}
