/** The part of a TTY's input that is needed; `process.stdin` is one. */
export interface TerminalInput {
  setRawMode?(on: boolean): unknown
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  off(event: 'data', listener: (chunk: Buffer) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** The part of a TTY's output that is needed; `process.stdout` is one. */
export interface TerminalOutput {
  readonly columns?: number
  readonly rows?: number
  /**
   * Asks the system, and tells of a change at once. Otherwise the size is known only when the signal has come through,
   * and what is drawn until then is drawn for a terminal that is no longer there. It has no public name in Node:
   * getWindowSize() only repeats what the last signal brought. Where it is missing, the signal has to do.
   */
  _refreshSize?(): void
  write(text: string | Uint8Array): unknown
  on(event: 'resize', listener: () => void): unknown
  off(event: 'resize', listener: () => void): unknown
}
