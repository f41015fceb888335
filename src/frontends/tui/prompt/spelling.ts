import type { Desk } from './desk.ts'
import { spellWords } from './spell-words.ts'

/** Longer texts are not looked through at every key. */
const LONGEST = 20_000
const MOST_KNOWN = 5_000

/** Has the words of the prompt looked up as they are typed; each is asked for once. */
export class Spelling {
  readonly #desk: Pick<Desk, 'store' | 'dispatch' | 'options'>
  readonly #right = new Set<string>()
  #wrong: ReadonlySet<string> = new Set()
  #asking: AbortController | undefined

  constructor(desk: Pick<Desk, 'store' | 'dispatch' | 'options'>) {
    this.#desk = desk
  }

  start(): () => void {
    const { store, options } = this.#desk
    const stops = [
      store.subscribe(({ prompt }, before) => {
        if (prompt.editor.text !== before.prompt.editor.text) this.#look()
      }),
      options.ports.settings.onChange(() => this.#again()),
    ]
    return () => {
      for (const stop of stops) stop()
      this.#asking?.abort()
    }
  }

  /** Another program or dictionary: what is known does not count any more. */
  #again(): void {
    this.#right.clear()
    this.#tell(new Set())
    this.#look()
  }

  #look(): void {
    const { store, options } = this.#desk
    const wish = options.ports.settings.current().spellcheck
    const { editor, mode, misspelled } = store.state.prompt
    this.#asking?.abort()
    // A prompt that was sent begins anew, what is known of words does not.
    if (this.#wrong.size > 0 && misspelled !== this.#wrong) this.#show()
    if (wish?.enabled !== true || mode !== 'prompt' || editor.text.length > LONGEST) return
    const words = new Set(spellWords(editor.text).map(({ word }) => word))
    const unknown = [...words].filter(word => !this.#right.has(word) && !this.#wrong.has(word))
    if (unknown.length > 0) void this.#ask(unknown)
  }

  async #ask(words: readonly string[]): Promise<void> {
    const { system, settings } = this.#desk.options.ports
    const asking = new AbortController()
    this.#asking = asking
    const wrong = await system.misspelled(words, settings.current().spellcheck ?? {}, asking.signal)
    if (asking.signal.aborted || wrong === undefined) return
    if (this.#right.size > MOST_KNOWN) this.#right.clear()
    const found = new Set(wrong)
    for (const word of words) if (!found.has(word)) this.#right.add(word)
    if (found.size > 0) this.#tell(new Set([...this.#wrong, ...found]))
  }

  #tell(wrong: ReadonlySet<string>): void {
    if (wrong.size === 0 && this.#wrong.size === 0) return
    this.#wrong = wrong
    this.#show()
  }

  #show(): void {
    this.#desk.dispatch({ type: 'prompt', change: { misspelled: this.#wrong } })
  }
}
