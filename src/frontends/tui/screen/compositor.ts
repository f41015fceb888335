import type { Caret, Frame, Line, Screen, TakeBack } from '../terminal/screen-port.ts'

/** What Ink laid out, with the cursor where it is in there. */
export interface Panel {
  readonly lines: readonly Line[]
  readonly caret?: Caret | undefined
}

/** The part of the screen above the panel: what is finished, to be printed once, and what is still moving. */
export interface TailSource {
  /** Called only when something may have changed. */
  advance(maxRows: number): {
    /** Of what was printed before, what does not count any more. */
    readonly takeBack?: TakeBack | undefined
    readonly print: readonly Line[]
    readonly tail: readonly Line[]
  }
}

/**
 * Puts the moving end of the transcript above the panel that Ink laid out, and decides when that goes to the
 * terminal: a key at once, a stream at a steady pace.
 */
export class Compositor {
  readonly #screen: Screen
  readonly #tail: TailSource
  readonly #after: (ms: number, call: () => void) => () => void
  #panel: Panel = { lines: [] }
  #full: Frame | undefined
  #lines: readonly Line[] = []
  #stale = true
  #cancel: (() => void) | undefined
  #drawn = Number.NEGATIVE_INFINITY
  readonly #now: () => number

  constructor(parts: {
    readonly screen: Screen
    readonly tail: TailSource
    readonly now: () => number
    after(ms: number, call: () => void): () => void
  }) {
    this.#screen = parts.screen
    this.#tail = parts.tail
    this.#now = parts.now
    this.#after = parts.after
  }

  /** Ink's newest frame, with the caret in it. */
  panel(panel: Panel): void {
    this.#panel = panel
    this.draw()
  }

  /** The same with what was typed since: shown before anything else that may have moved. */
  patch(panel: Panel): void {
    this.#panel = panel
    if (!this.#full) this.#screen.draw(frameOf(this.#panel, this.#lines))
  }

  /** The transcript moved; many such words become one drawing. */
  moved(): void {
    this.#stale = true
    if (this.#cancel) return
    const wait = Math.max(0, this.#drawn + FRAME_MS - this.#now())
    this.#cancel = this.#after(wait, () => this.draw())
  }

  /** What moved is final: it does not wait for the pace of the stream. */
  flush(): void {
    if (this.#stale) this.draw()
  }

  /** Everything counts anew, e.g. after a resize. */
  refresh(): void {
    this.#stale = true
    this.draw()
  }

  /** A dialog that takes the whole screen shows this instead. */
  full(panel: Panel | undefined): void {
    const frame = panel && frameOf(panel, [])
    if (!frame && !this.#full) return
    if (frame && !this.#full) this.#screen.enterAlternate()
    if (!frame && this.#full) this.#screen.leaveAlternate()
    this.#full = frame
    this.draw()
  }

  draw(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#drawn = this.#now()
    // What is finished meanwhile is printed when the whole screen is given back.
    if (this.#full) {
      this.#screen.draw(this.#full)
      return
    }
    let print: readonly Line[] = []
    let takeBack: TakeBack | undefined
    if (this.#stale) {
      this.#stale = false
      const room = Math.max(MIN_TAIL, this.#screen.size.rows - this.#panel.lines.length - 1)
      const next = this.#tail.advance(room)
      print = next.print
      takeBack = next.takeBack
      this.#lines = next.tail
    }
    this.#screen.draw(frameOf(this.#panel, this.#lines), print, takeBack)
  }
}

const frameOf = ({ lines, caret }: Panel, above: readonly Line[]): Frame => ({
  lines: [...above, ...lines],
  ...(caret ? { caret: { x: caret.x, y: caret.y + above.length } } : {}),
})

/** Text that streams is drawn thirty times a second. */
const FRAME_MS = 33
const MIN_TAIL = 2
