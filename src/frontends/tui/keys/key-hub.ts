import type { KeyPress } from '../terminal/input-event.ts'
import type { Guarded, Press } from '../ui/ui.ts'

/** Finds the action of a key in a context; may hold keys back while a chord is being typed. */
export interface KeyReader {
  /** `pending`: part of a chord, nothing to do yet. */
  read(
    key: KeyPress,
    contexts: readonly string[],
  ): { readonly kind: 'action'; readonly action: string } | { readonly kind: 'pending' | 'none' }
}

interface Listener {
  readonly context: string
  take(press: Press): boolean
  /** What is typed is text for it just now: a field, a search. */
  takesText(): boolean
}

/** The one below all others; where its keys are read depends on what it is doing. */
interface PromptListener {
  contexts(): readonly string[]
  take(press: Press): boolean
  /** Esc means something in the text just now: it leaves a mode of vim, a search, a list of completions. */
  readonly keepsEscape: boolean
}

/**
 * Where keys go: to the newest listener first. Only what no dialog takes reaches the prompt. While a question stands,
 * typing never answers it: letters and pastes go to the prompt, unless a field of the question takes them, and neither
 * digits, arrows, Enter nor Esc reach it right after it appeared or while somebody types.
 */
export class KeyHub {
  readonly #listeners: Listener[] = []
  readonly #reader: KeyReader
  readonly #now: () => number
  readonly #prompt: PromptListener
  #questions = 0
  #typedAt = Number.NEGATIVE_INFINITY
  #answeredAt = Number.NEGATIVE_INFINITY
  #pastedAt = Number.NEGATIVE_INFINITY
  #lostPasteAt = Number.NEGATIVE_INFINITY
  #guardedUntil = Number.NEGATIVE_INFINITY
  /** The question appeared right behind an answer: the same key once more is a second tap, not text. */
  #tapping = false

  constructor(parts: {
    readonly reader: KeyReader
    readonly now: () => number
    readonly prompt: PromptListener
  }) {
    this.#reader = parts.reader
    this.#now = parts.now
    this.#prompt = parts.prompt
  }

  /** Where it says nothing about text, only the context of fields takes it. */
  listen(
    context: string,
    take: (press: Press) => boolean,
    takesText = (): boolean => context === FIELD_CONTEXT,
  ): () => void {
    const listener = { context, take, takesText }
    this.#listeners.push(listener)
    return () => {
      const at = this.#listeners.indexOf(listener)
      if (at !== -1) this.#listeners.splice(at, 1)
    }
  }

  /** A question stands until the returned function is called. */
  question(): () => void {
    this.#questions += 1
    return () => {
      this.#questions -= 1
    }
  }

  /**
   * Something came up that keys answer: what the person is typing must not. A list that changes while a question stands
   * is part of the question, which was guarded when it appeared.
   */
  guard(what: Guarded = 'question'): void {
    if (what === 'list' && this.#questions > 0) return
    const now = this.#now()
    this.#tapping = this.#answeredAt > this.#typedAt && now - this.#answeredAt < PAUSE_MS
    this.#guardedUntil = Math.max(now + APPEAR_MS, this.#typedAt + PAUSE_MS)
  }

  /** Guarded because somebody types, which is worth a word. */
  get typing(): boolean {
    return this.guarded && this.#now() - this.#typedAt < PAUSE_MS
  }

  /** A dialog listens. */
  get busy(): boolean {
    return this.#listeners.length > 0
  }

  /** No key answers anything yet. */
  get guarded(): boolean {
    return this.#now() < this.#guardedUntil
  }

  key(key: KeyPress): void {
    const to = this.#receiversOf(key)
    if (to === undefined) return
    if (to.length > 0) this.#answeredAt = this.#now()
    else this.#typed()
    const contexts = to.length > 0 ? to.map(each => each.context).reverse() : this.#prompt.contexts()
    const found = this.#reader.read(key, [...new Set([...contexts, 'Global'])])
    if (found.kind === 'pending') return
    // A space marks an answer at most: what it is bound to must not give one.
    const isBare =
      this.#questions > 0 && to.length > 0 && key.text === ' ' && this.#textReceivers().length === 0
    if (this.#give(found.kind === 'action' && !isBare ? { key, action: found.action } : { key }, to)) return
    if (this.#questions > 0 && (key.text !== '' || key.name === 'backspace')) this.#toPrompt(key)
  }

  /**
   * A paste never answers. What a dialog has no use for is for nobody, and neither are the keys right behind it: a text
   * can hold the mark of its own end, and what follows arrives as keys.
   */
  paste(text: string): void {
    this.#pastedAt = this.#now()
    const stands = this.#questions > 0
    const to = this.guarded ? [] : stands ? this.#textReceivers() : this.#listeners
    if (to.length === 0) this.#typed()
    if (!this.#give({ paste: text }, to)) this.#lostPasteAt = this.#now()
  }

  /** Undefined: nobody; empty: the prompt. */
  #receiversOf(key: KeyPress): readonly Listener[] | undefined {
    // Whoever wants to stop is not kept waiting.
    if (key.ctrl && key.name === 'c') return this.#listeners
    if (this.busy && this.#now() - this.#lostPasteAt < PAUSE_MS) return undefined
    if (this.guarded && (this.busy || this.#questions > 0)) return this.#whileGuarded(key)
    if (this.#questions === 0) return this.#listeners
    if (isLetter(key)) return this.#textReceivers()
    // Nobody listens while an editor has the question: what types nothing does nothing.
    return this.#endsPaste(key) || (key.text === '' && !this.busy) ? undefined : this.#listeners
  }

  #whileGuarded(key: KeyPress): readonly Listener[] | undefined {
    if (key.name === 'escape' && !this.#prompt.keepsEscape) return this.#dropped()
    // A list that is searched by typing: letters answer nothing there.
    if (this.#questions === 0 && isLetter(key) && this.#textReceivers().length > 0)
      return this.#textReceivers()
    if (this.#tapping && !(this.#questions > 0 && isLetter(key))) return this.#dropped()
    if (this.#endsPaste(key)) return this.#dropped()
    return key.text !== '' || key.name === 'escape' || this.typing ? [] : this.#dropped()
  }

  #textReceivers(): readonly Listener[] {
    return this.#listeners.filter(listener => listener.takesText())
  }

  /** Enter right behind a paste may have been in it. */
  #endsPaste(key: KeyPress): boolean {
    return key.name === 'enter' && this.#now() - this.#pastedAt < PAUSE_MS
  }

  /** Keys that keep arriving are for nobody until they stop. */
  #dropped(): undefined {
    this.#guardedUntil = Math.max(this.#guardedUntil, this.#now() + TAP_MS)
    return undefined
  }

  /** Something went to the prompt: while a question stands, so does what follows without a pause. */
  #typed(): void {
    const now = this.#now()
    this.#typedAt = now
    this.#tapping = false
    if (this.#questions > 0 || this.guarded) this.#guardedUntil = Math.max(this.#guardedUntil, now + PAUSE_MS)
  }

  #toPrompt(key: KeyPress): void {
    this.#typed()
    const found = this.#reader.read(key, [...this.#prompt.contexts(), 'Global'])
    if (found.kind !== 'pending')
      this.#prompt.take(found.kind === 'action' ? { key, action: found.action } : { key })
  }

  /** False when nobody had a use for it. */
  #give(press: Press, to: readonly Listener[]): boolean {
    for (let at = to.length - 1; at >= 0; at--) if (to[at]?.take(press)) return true
    if (to.length > 0 && !press.action?.startsWith('app:')) return false
    this.#prompt.take(press)
    return true
  }
}

/** A key that types something and is no digit; a space by itself may mark an answer. */
const isLetter = ({ text }: KeyPress): boolean => text !== '' && text !== ' ' && !/^[0-9]$/.test(text)

/** Fields read their keys as the prompt does. */
const FIELD_CONTEXT = 'Chat'
/** A question that appears is not answered by a key that was on its way. */
const APPEAR_MS = 500
/** A second tap on the key that answered the question before. */
const TAP_MS = 200
/** Somebody who types goes on typing: only after a pause like this the keys belong to the question. */
const PAUSE_MS = 600
