/** The terminal somebody sits at: a program can be given it for as long as it runs. */
export interface PersonTerminal {
  /**
   * Screen and keyboard belong to the program until `work` is done; nothing else is drawn meanwhile. One at a time: who
   * comes second waits. Rejects with the reason of `signal` where that came first.
   */
  lend<T>(
    to: { readonly program: string; readonly signal: AbortSignal },
    work: (seat: TerminalSeat) => Promise<T>,
  ): Promise<T>
}

/** How a command runs for which the person gave their terminal away. */
export interface AtTerminal {
  /** It gets that terminal, where there is one, and no time limit; its output is the end of its screen. */
  readonly inTerminal?: boolean
}

/** The terminal while a program has it. */
export interface TerminalSeat {
  size(): { readonly columns: number; readonly rows: number }
  write(bytes: Uint8Array | string): void
  /** What is typed, and what the terminal answers, as it comes. False: the program has gone and did not take it. */
  onInput(listener: (bytes: Uint8Array) => boolean): void
  onResize(listener: () => void): void
  /** The person wants their screen back. */
  onHangUp(listener: () => void): void
}
