import { type Chip, chipsIn } from '../input/editor/chip.ts'
import { type Editor, expandEditor, labelledText } from '../input/editor.ts'
import type { PastLine } from '../input/history/past-line.ts'
import type { PromptState, SearchScope } from '../input/prompt-state.ts'
import type { HistoryPort } from '../ports/history-port.ts'

/** Longer texts are not written down: their chips have names. */
const LONGEST_KEPT = 32 * 1024
/** Lines whose pastes and pictures are held in memory. */
const MOST_WITH_CHIPS = 30

/** What was typed at the prompt, newest first. Lines of this run come back with their chips. */
export class PastLines {
  readonly #port: HistoryPort
  #lines: readonly PastLine[] = []
  #everywhere: readonly PastLine[] | undefined
  /** How many of them were typed in this run. */
  #own = 0
  /** What becomes of a line when its chips are let go. */
  readonly #plain = new Map<PastLine, string>()

  constructor(port: HistoryPort) {
    this.#port = port
  }

  get lines(): readonly PastLine[] {
    return this.#lines
  }

  /** Those of a search. */
  linesOf(scope: SearchScope | undefined): readonly PastLine[] {
    if (scope === 'session') return this.#lines.slice(0, this.#own)
    return scope === 'everywhere' ? (this.#everywhere ?? this.#lines) : this.#lines
  }

  /** What was typed in other projects, before it is looked for there. */
  async reach(scope: SearchScope): Promise<void> {
    if (scope !== 'everywhere') return
    const found = await this.#port.loadEverywhere()
    const own = this.#lines.slice(0, this.#own)
    const known = new Set(own.map(({ text }) => text))
    this.#everywhere = [...own, ...found.filter(({ text }) => !known.has(text))]
  }

  /** All that came with those lines. */
  get chips(): readonly Chip[] {
    return [...this.#plain.keys()].flatMap(line => line.chips ?? [])
  }

  async load(): Promise<void> {
    const before = await this.#port.load()
    this.#lines = [...this.#lines, ...before]
  }

  add(editor: Editor, mode: PromptState['mode'], at: number): void {
    const shown = labelledText(editor)
    if (shown.trim() === '') return
    const { text } = expandEditor(editor)
    const kept = { text: text.length > LONGEST_KEPT ? shown : text, mode, at }
    const chips = chipsIn(editor.text, editor.chips)
    const line: PastLine = chips.length === 0 ? kept : { text: shown, mode, at, chips }
    if (chips.length > 0) this.#plain.set(line, kept.text)
    this.#lines = [line, ...this.#lines]
    this.#own += 1
    this.#port.add(kept)
    this.#letGo()
  }

  #letGo(): void {
    if (this.#plain.size <= MOST_WITH_CHIPS) return
    const [oldest] = this.#plain
    if (!oldest) return
    const [line, text] = oldest
    this.#plain.delete(line)
    const { mode, at } = line
    this.#lines = this.#lines.map(each => (each === line ? { text, mode, at } : each))
  }
}
