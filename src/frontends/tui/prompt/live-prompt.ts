import type { DOMElement } from 'ink'
import type { RefObject } from 'react'
import { argumentHint } from '../input/completion/command-source.ts'
import { cornerOf } from '../screen/caret-keeper.ts'
import type { Panel } from '../screen/compositor.ts'
import type { Item } from '../state/item.ts'
import type { UiState } from '../state/ui-state.ts'
import type { PromptLines, Ui } from '../ui/ui.ts'
import { renderPrompt } from './prompt-view.ts'

/** Ink's newest frame, and where the prompt stands in it. */
interface Placed {
  readonly panel: Panel
  readonly ui: Ui
  readonly top: number
  readonly rows: number
  /** The cursor is the prompt's. */
  readonly hasCaret: boolean
}

interface Put {
  readonly owner: RefObject<DOMElement | null> | undefined
  readonly without?: boolean
}

/** Where the component that draws the prompt is, and what it had Ink lay out. */
interface Mounted {
  readonly node: RefObject<DOMElement | null>
  readonly laidOut: PromptLines
}

/**
 * The prompt between two frames of Ink: while its text changes within the rows it has, they are put into the last frame
 * as they are, which is on the screen before React hears of it; React then finds nothing to lay out. Every frame gets the
 * newest text put into it, so that what Ink holds of it may be older.
 */
export class LivePrompt {
  readonly #ui: () => Ui
  readonly #show: (panel: Panel) => void
  #made: { readonly of: readonly unknown[]; readonly lines: PromptLines } | undefined
  #laidOut: PromptLines | undefined
  #mounted: Mounted | undefined
  #placed: Placed | undefined
  /** What the screen shows of it. */
  #shown: PromptLines | undefined
  #due = false

  constructor(parts: { readonly ui: () => Ui; readonly show: (panel: Panel) => void }) {
    this.#ui = parts.ui
    this.#show = parts.show
  }

  /** For React: the same value as long as what it laid out last has the rows that are needed. */
  readonly lines = (): PromptLines => {
    const newest = this.#newest()
    if (!this.#laidOut || !this.#fits(newest) || this.#laidOut.lines.length !== newest.lines.length)
      this.#laidOut = newest
    return this.#laidOut
  }

  readonly mounted = (node: RefObject<DOMElement | null>, laidOut: PromptLines | undefined): void => {
    if (laidOut) this.#mounted = { node, laidOut }
    else if (this.#mounted?.node === node) this.#mounted = undefined
  }

  /**
   * Ink's frame with the newest text in it. `owner`: the node the cursor belongs to; `without`: a row above the
   * prompt was taken out since Ink laid it out.
   */
  put(panel: Panel, { owner, without }: Put): Panel {
    this.#placed = undefined
    const ui = this.#ui()
    const { node, laidOut } = this.#mounted ?? {}
    // Ink cuts lines that have no room at all in its own way.
    if (!node?.current || !laidOut || ui.width < NARROW) return panel
    const rows = laidOut.lines.length
    const top = cornerOf(node.current).top - (without ? 1 : 0)
    this.#placed = { panel, ui, top, rows, hasCaret: owner === node }
    const newest = this.#newest()
    if (newest.lines.length === rows) this.#shown = newest
    else if (this.#shown?.lines.length !== rows) this.#shown = laidOut
    return withPrompt(this.#placed, this.#shown)
  }

  /** The text may be another one: shown when everything that arrived with it has been read. */
  changed(): void {
    if (this.#due) return
    this.#due = true
    queueMicrotask(this.follow)
  }

  /** Shows the prompt as it is now, where it has room. */
  readonly follow = (): void => {
    this.#due = false
    if (!this.#placed) return
    const newest = this.#newest()
    if (newest === this.#shown || !this.#fits(newest)) return
    this.#shown = newest
    this.#show(withPrompt(this.#placed, newest))
  }

  #fits({ lines }: PromptLines): boolean {
    return this.#placed?.rows === lines.length && this.#placed.ui === this.#ui()
  }

  #newest(): PromptLines {
    const ui = this.#ui()
    const state = ui.state()
    const { prompt } = state
    const { text, vim } = prompt.editor
    const view = {
      prompt,
      suggestion: state.suggestion,
      color: state.color,
      example: exampleOf(state),
      permission: state.session.mode,
      hint: text.startsWith('/') ? argumentHint(text, ui.commands()) : undefined,
      hidesVim: vim && ui.ports.settings.current().statusLine?.hideVimModeIndicator,
    }
    const of = [ui, ...Object.values(view)]
    const made = this.#made
    if (made && of.every((value, at) => value === made.of[at])) return made.lines
    const lines = renderPrompt({
      ...view,
      width: ui.width,
      theme: ui.theme,
      words: ui.words,
      maxRows: Math.max(1, Math.floor(ui.size.rows / 2) - 2),
      plain: ui.look().plain === true,
    })
    this.#made = { of, lines }
    return lines
  }
}

/** Fewer columns than anybody types in. */
const NARROW = 20

const withPrompt = ({ panel, top, rows, hasCaret }: Placed, { lines, caret }: PromptLines): Panel => ({
  lines: [...panel.lines.slice(0, top), ...lines, ...panel.lines.slice(top + rows)],
  caret: hasCaret ? { x: caret.x, y: caret.y + top } : panel.caret,
})

/** What does not count as talking. */
const ASIDE: readonly Item['kind'][] = ['notice', 'command', 'banner']

const exampleOf = ({ example, transcript: { done, live }, turn }: UiState): string | undefined =>
  turn || live.length > 0 || done.some(item => !ASIDE.includes(item.kind)) ? undefined : example
