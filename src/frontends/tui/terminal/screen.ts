import {
  type AlternateArea,
  createAlternateArea,
  ENTER_ALTERNATE,
  LEAVE_ALTERNATE,
} from './alternate-area.ts'
import { createMainArea, type MainArea, type ScreenFacts, sameSize } from './main-area.ts'
import { lineWidth } from './paint.ts'
import type { Reflow } from './reflow.ts'
import type { Frame, Line, Screen, Size, TakeBack } from './screen-port.ts'
import { titleSignal } from './signals.ts'

/** Where the screen writes to. */
export interface ScreenOutput {
  write(bytes: string): void
  columns(): number
  rows(): number
  onResize(listener: () => void): () => void
}

export interface ScreenOptions {
  readonly output: ScreenOutput
  readonly facts: ScreenFacts
  /** Was drawn by somebody else before, from the beginning of a row on, the cursor standing at its caret. */
  readonly painted?: Frame | undefined
  /** Gives keyboard and modes of the terminal away, and takes them back. */
  readonly keyboard?: Keyboard
}

export interface Keyboard {
  release(): void
  take(): void
}

const SHOW = '\u001b[?25h'
/** So long after the last change of size it is taken to be over. */
const CALM_MS = 200
/** tmux has changed its rows up to a quarter of a second before it tells of it. */
const CALM_IN_TMUX_MS = 300
const TITLE = '\u001b]0;'
const EMPTY: Frame = { lines: [] }

/** What the terminal answers to questions about itself goes here. */
export interface LocatedScreen extends Screen {
  /** The cursor's row on the screen, 0-based. */
  locate(screenRow: number): void
  learn(reflow: Reflow): void
}

export const createScreen = (options: ScreenOptions): LocatedScreen => new TerminalScreen(options)

/** The two screens of a terminal, and which of them is shown. */
class TerminalScreen implements LocatedScreen {
  readonly #output: ScreenOutput
  readonly #facts: ScreenFacts
  readonly #keyboard: Keyboard | undefined
  readonly #main: MainArea
  readonly #listeners = new Set<(size: Size) => void>()
  readonly #stopResize: () => void
  #size: Size
  #mode: 'drawing' | 'suspended' | 'closed' = 'drawing'
  #frame: Frame
  #alternate: { readonly area: AlternateArea; frame: Frame } | undefined
  /** Finished lines that wait for the ordinary screen. */
  #waiting: Line[] = []
  #calming: NodeJS.Timeout | undefined
  /** The terminal may have another size by now than it told: what would be drawn for that waits. */
  #held = false
  /** Set again after somebody else had the terminal. */
  #title = ''

  constructor({ output, facts, painted, keyboard }: ScreenOptions) {
    this.#output = output
    this.#facts = facts
    this.#keyboard = keyboard
    this.#size = this.#readSize()
    this.#main = createMainArea({ facts, size: this.#size, painted })
    this.#frame = painted ?? EMPTY
    this.#stopResize = output.onResize(() => this.#resized())
  }

  get size(): Size {
    return this.#size
  }

  get width(): number {
    return lineWidth(this.#size.columns)
  }

  draw(frame: Frame, print: readonly Line[] = [], takeBack?: TakeBack): void {
    if (this.#mode === 'closed') return
    if (takeBack) this.#takeBack(takeBack)
    if (print.length > 0) this.#waiting = [...this.#waiting, ...print]
    if (this.#alternate) this.#alternate.frame = frame
    else this.#frame = frame
    this.#refresh()
  }

  /** What was not printed yet never is; of the rest what is on the screen goes. */
  #takeBack({ rows = 0, otherwise }: TakeBack): void {
    const unprinted = Math.min(rows, this.#waiting.length)
    this.#waiting = this.#waiting.slice(0, this.#waiting.length - unprinted)
    const printed = rows - unprinted
    const isShown = this.#mode === 'drawing' && !this.#alternate && !this.#held
    const taken = isShown && printed > 0 ? this.#main.takeBack(printed, this.#readSize()) : 0
    if (rows === 0 || taken < printed) this.#waiting = [...this.#waiting, ...otherwise]
  }

  redraw(): void {
    if (this.#mode !== 'drawing') return
    this.#send(this.#title)
    if (this.#alternate) this.#alternate.area.forget()
    else this.#main.distrust()
    this.#refresh()
  }

  clear(): void {
    if (this.#mode !== 'drawing' || this.#alternate) return
    this.#size = this.#readSize()
    const { rows } = this.#size
    // Scrolled out rather than erased: nothing that was on the screen is lost.
    this.#send(`${this.#main.takeAway(this.#size)}\u001b[${rows};1H${'\n'.repeat(rows)}\u001b[H`)
    this.#main.forget(this.#size)
    this.#refresh()
  }

  enterAlternate(): void {
    if (this.#mode !== 'drawing' || this.#alternate) return
    this.#size = this.#readSize()
    const begin = { size: this.#size, cursorShown: this.#frame.caret !== undefined }
    this.#alternate = { area: createAlternateArea(this.#facts, begin), frame: EMPTY }
    // Taken away before: what is behind the alternate screen changes its shape with the terminal, unseen.
    this.#send(this.#main.takeAway(this.#size) + ENTER_ALTERNATE)
  }

  leaveAlternate(): void {
    if (this.#mode !== 'drawing' || !this.#alternate) return
    this.#send(this.#leave(this.#alternate.area))
    this.#refresh()
  }

  async suspend<T>(work: () => Promise<T>): Promise<T> {
    if (this.#mode !== 'drawing') return work()
    const back = this.#alternate ? LEAVE_ALTERNATE : ''
    this.#send(back + this.#main.takeAway(this.#readSize()) + SHOW)
    this.#release()
    this.#mode = 'suspended'
    try {
      return await work()
    } finally {
      this.#resume()
    }
  }

  signal(sequence: string): void {
    if (sequence.startsWith(TITLE)) this.#title = sequence
    if (this.#mode === 'drawing') this.#send(sequence)
  }

  onResize(listener: (size: Size) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  locate(screenRow: number): void {
    this.#main.locate(screenRow)
    this.#refresh()
  }

  learn(reflow: Reflow): void {
    this.#main.learn(reflow)
    this.#refresh()
  }

  close({ keep = false }: { readonly keep?: boolean } = {}): void {
    if (this.#mode === 'closed') return
    this.#stopResize()
    this.#stopCalming()
    if (this.#mode === 'drawing') {
      const back = this.#alternate ? this.#leave(this.#alternate.area) : ''
      const last = keep ? this.#frame : EMPTY
      this.#send(back + this.#main.finish(last, this.#waiting, this.#readSize()) + SHOW)
      this.#release()
    }
    this.#mode = 'closed'
  }

  #release(): void {
    // For terminals that cannot bring back the title they had: better none than that of a program that has ended.
    if (this.#title !== '') this.#send(titleSignal(''))
    this.#keyboard?.release()
  }

  #send(bytes: string): void {
    if (bytes !== '') this.#output.write(bytes)
  }

  #readSize(): Size {
    return { columns: Math.max(2, this.#output.columns()), rows: Math.max(1, this.#output.rows()) }
  }

  #refresh(): void {
    if (this.#mode !== 'drawing') return
    this.#size = this.#readSize()
    if (this.#alternate) {
      this.#send(this.#alternate.area.draw(this.#alternate.frame, this.#size))
      return
    }
    if (this.#held) return
    const print = this.#waiting
    this.#waiting = []
    this.#send(this.#main.draw(this.#frame, print, this.#size))
    if (this.#main.restless) this.#startCalming()
  }

  #startCalming(): void {
    const ms = this.#facts.reflow === 'tmux' ? CALM_IN_TMUX_MS : CALM_MS
    this.#calming ??= setTimeout(() => this.#calmDown(), ms)
  }

  #calmDown(): void {
    this.#stopCalming()
    if (this.#mode !== 'drawing' || this.#alternate) return
    this.#send(this.#main.calm())
    this.#refresh()
  }

  #stopCalming(): void {
    clearTimeout(this.#calming)
    this.#calming = undefined
    this.#held = false
  }

  #resized(): void {
    this.#stopCalming()
    const before = this.#size
    const size = this.#readSize()
    // Listeners ask for the size when they draw; what stands there is fitted below unless one of them does.
    this.#size = size
    this.#held = this.#facts.reflow === 'tmux'
    for (const listener of this.#listeners) listener(size)
    // The same size again: it was another one for a moment, and what that did to the rows nobody tells.
    if (sameSize(size, before)) this.redraw()
    else this.#refresh()
    if (this.#held) this.#startCalming()
  }

  #leave(area: AlternateArea): string {
    this.#main.setCursorShown(area.cursorShown)
    this.#alternate = undefined
    return LEAVE_ALTERNATE
  }

  #resume(): void {
    if (this.#mode !== 'suspended') return
    this.#keyboard?.take()
    this.#mode = 'drawing'
    this.#send(this.#title)
    this.#size = this.#readSize()
    this.#main.forget(this.#size)
    if (this.#alternate) {
      this.#alternate = {
        area: createAlternateArea(this.#facts, { size: this.#size, cursorShown: true }),
        frame: this.#alternate.frame,
      }
      this.#send(ENTER_ALTERNATE)
    }
    this.#refresh()
  }
}
