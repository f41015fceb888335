import { LivePrompt } from '../prompt/live-prompt.ts'
import { CaretKeeper } from '../screen/caret-keeper.ts'
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

/** What Ink lays out, on its way to the screen: with the cursor, and with what was typed since. */
export class LivePanel {
  readonly frames: InkFrames
  readonly carets = new CaretKeeper()
  readonly prompt: LivePrompt
  readonly #parts: LivePanelParts
  #framed: readonly string[] | undefined

  constructor(parts: LivePanelParts) {
    this.#parts = parts
    this.frames = new InkFrames(parts.size, frame => this.#take(frame))
    this.prompt = new LivePrompt({ ui: parts.ui, show: panel => parts.compositor.patch(panel) })
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
    const panel: Panel = this.prompt.put({ lines: framed, caret }, owner)
    const { compositor } = this.#parts
    if (this.#parts.isFull()) compositor.full(panel)
    else {
      compositor.full(undefined)
      compositor.panel(panel)
    }
  }
}
