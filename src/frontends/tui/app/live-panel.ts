import type { DOMElement } from 'ink'
import type { RefObject } from 'react'
import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import { LivePrompt } from '../prompt/live-prompt.ts'
import { CaretKeeper, cornerOf } from '../screen/caret-keeper.ts'
import type { Compositor, Panel } from '../screen/compositor.ts'
import { InkFrames } from '../screen/ink-frames.ts'
import type { Size } from '../terminal/screen-port.ts'
import type { Ui } from '../ui/ui.ts'

interface LivePanelParts {
  readonly size: Size
  readonly compositor: Compositor
  ui(): Ui
  /** A dialog fills the screen. */
  isFull(): boolean
}

/** As Ink laid it out. */
interface LaidOut {
  readonly panel: Panel
  readonly owner: RefObject<DOMElement | null> | undefined
  readonly ui: Ui
  /** The row of the spinner. */
  readonly spinner: number | undefined
}

/** What Ink lays out, on its way to the screen: with the cursor, and with what was typed since. */
export class LivePanel {
  readonly frames: InkFrames
  readonly carets = new CaretKeeper()
  readonly prompt: LivePrompt
  readonly #parts: LivePanelParts
  #framed: readonly string[] | undefined
  #laidOut: LaidOut | undefined
  #spinner: RefObject<DOMElement | null> | undefined

  constructor(parts: LivePanelParts) {
    this.#parts = parts
    this.frames = new InkFrames(parts.size, frame => this.#take(frame))
    this.prompt = new LivePrompt({ ui: parts.ui, show: panel => parts.compositor.patch(panel) })
  }

  readonly spinner = (node: RefObject<DOMElement | null> | undefined): void => {
    this.#spinner = node
  }

  /** What the person waits for is on the screen before React hears of it. */
  heard(event: Event): void {
    // The last words of a reply do not wait for the end of the turn.
    if (event.type === 'entry' && isText(event.entry)) this.#parts.compositor.flush()
    // Where something waits, the next turn begins at once: its spinner is this one.
    if (event.type === 'turn_ended' && event.report.queued === 0) this.#endTurn()
  }

  /** Takes the spinner out of Ink's last frame. */
  #endTurn(): void {
    const { panel, owner, ui, spinner } = this.#laidOut ?? {}
    // A frame that is on its way, or one for another size, says more.
    if (!panel || spinner === undefined || this.#framed || this.#parts.isFull() || ui !== this.#parts.ui())
      return
    this.#laidOut = undefined
    const { caret } = panel
    const without: Panel = {
      lines: panel.lines.toSpliced(spinner, 1),
      caret: caret && caret.y > spinner ? { x: caret.x, y: caret.y - 1 } : caret,
    }
    this.#parts.compositor.panel(this.prompt.put(without, { owner, without: true }))
  }

  /** Drawn when React is through with it: only then is known where the cursor stands. */
  #take(frame: string): void {
    const pending = this.#framed !== undefined
    this.#framed = frame.split('\n')
    if (!pending) queueMicrotask(() => this.#draw())
  }

  #draw(): void {
    const framed = this.#framed
    this.#framed = undefined
    if (!framed) return
    const { caret, owner } = this.carets.find() ?? {}
    const laidOut: Panel = { lines: framed, caret }
    const node = this.#spinner?.current
    const spinner = node ? cornerOf(node).top : undefined
    this.#laidOut = { panel: laidOut, owner, ui: this.#parts.ui(), spinner }
    const panel = this.prompt.put(laidOut, { owner })
    const { compositor } = this.#parts
    if (this.#parts.isFull()) compositor.full(panel)
    else {
      compositor.full(undefined)
      compositor.panel(panel)
    }
  }
}

const isText = (entry: Message): boolean =>
  entry.type === 'assistant' && entry.message.content.some(({ type }) => type === 'text')
