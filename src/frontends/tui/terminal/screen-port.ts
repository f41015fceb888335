/** One row: printable text with SGR and OSC 8 sequences only, no wider than the terminal less one column, no line feed. */
export type Line = string

/** 0-based, in the live area. */
export interface Caret {
  readonly x: number
  readonly y: number
}

/** Everything that is redrawn: what stands below the finished transcript. */
export interface Frame {
  readonly lines: readonly Line[]
  /** Where the real cursor stands; absent: hidden. */
  readonly caret?: Caret
}

/** Finished lines that are void: they were printed last. */
export interface TakeBack {
  /** Absent: nobody can tell. */
  readonly rows?: number
  /** Printed instead where some of them are out of reach, in the terminal's scrollback. */
  readonly otherwise: readonly Line[]
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/**
 * The program's side of the terminal. Finished lines are printed once into the terminal's own scrollback; below them
 * is the live area, of which only cells that differ are written.
 */
export interface Screen {
  readonly size: Size
  /** Width lines may have. */
  readonly width: number
  /**
   * In one synchronised write: what is to be taken back goes, `print` goes above the live area for good, which then shows
   * `frame`.
   */
  draw(frame: Frame, print?: readonly Line[], takeBack?: TakeBack): void
  /** Draws the same frame anew, e.g. after another program wrote to the terminal. */
  redraw(): void
  /** An empty screen, the live area at its top; what stood there is in the scrollback. */
  clear(): void
  /** To the alternate screen and back; `draw` then fills that one, from its top. The live area is put back afterwards. */
  enterAlternate(): void
  leaveAlternate(): void
  /** Hands the terminal to another program (an editor) and takes it back. */
  suspend<T>(work: () => Promise<T>): Promise<T>
  /** Passes a sequence that draws nothing: title, bell, notification, progress, clipboard. */
  signal(sequence: string): void
  onResize(listener: (size: Size) => void): () => void
  /** Live area removed (or kept, `keep`), modes and cursor restored. Idempotent; safe in an exit handler. */
  close(options?: { readonly keep?: boolean }): void
}
