import type { KeyPress } from './terminal/input-event.ts'
import type { Press } from './ui.ts'

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
}

/** The one below all others; where its keys are read depends on what it is doing. */
interface PromptListener {
  contexts(): readonly string[]
  take(press: Press): boolean
  /** Esc means something in the text just now: it leaves a mode of vim, a search, a list of completions. */
  readonly keepsEscape: boolean
}

/**
 * Where keys go: to the newest listener first. Only what no dialog takes reaches the prompt, and while a dialog is
 * open the prompt gets nothing — except right after a question came up by itself, see `guard`.
 */
export class KeyHub {
  readonly #listeners: Listener[] = []
  readonly #reader: KeyReader
  readonly #now: () => number
  readonly #prompt: PromptListener
  #typedAt = Number.NEGATIVE_INFINITY
  #answeredAt = Number.NEGATIVE_INFINITY
  #guardedUntil = Number.NEGATIVE_INFINITY
  #quietUntil = Number.NEGATIVE_INFINITY
  #lostPasteAt = Number.NEGATIVE_INFINITY

  constructor(parts: {
    readonly reader: KeyReader
    readonly now: () => number
    readonly prompt: PromptListener
  }) {
    this.#reader = parts.reader
    this.#now = parts.now
    this.#prompt = parts.prompt
  }

  listen(context: string, take: (press: Press) => boolean): () => void {
    const listener = { context, take }
    this.#listeners.push(listener)
    return () => {
      const at = this.#listeners.indexOf(listener)
      if (at !== -1) this.#listeners.splice(at, 1)
    }
  }

  /** A question came up that nobody asked for: what the person is typing must not answer it. */
  guard(): void {
    const now = this.#now()
    // Who has just answered a question may tap twice, but does not type: those keys are for nobody.
    if (this.#answeredAt > this.#typedAt && now - this.#answeredAt < PAUSE_MS)
      this.#quietUntil = now + QUIET_MS
    else this.#guardedUntil = Math.max(now + APPEAR_MS, this.#typedAt + PAUSE_MS)
  }

  /** Guarded because somebody types, which is worth a word. */
  get typing(): boolean {
    const now = this.#now()
    return now < this.#guardedUntil && now - this.#typedAt < PAUSE_MS
  }

  /** A dialog listens. */
  get busy(): boolean {
    return this.#listeners.length > 0
  }

  /** No key answers anything yet. */
  get guarded(): boolean {
    return this.#now() < Math.max(this.#guardedUntil, this.#quietUntil)
  }

  key(key: KeyPress): void {
    const now = this.#now()
    if (now - this.#lostPasteAt < PAUSE_MS && this.busy && !this.#alwaysCounts(key)) return
    const guarded = this.guarded && !this.#alwaysCounts(key)
    if (guarded && now < this.#quietUntil) {
      this.#quietUntil = now + QUIET_MS
      return
    }
    const to = guarded ? [] : this.#listeners
    if (to.length > 0) this.#answeredAt = now
    else this.#typedAt = now
    if (guarded) this.#guardedUntil = Math.max(this.#guardedUntil, now + PAUSE_MS)
    const contexts = to.length > 0 ? to.map(each => each.context).reverse() : this.#prompt.contexts()
    const found = this.#reader.read(key, [...new Set([...contexts, 'Global'])])
    if (found.kind === 'pending') return
    this.#give(found.kind === 'action' ? { key, action: found.action } : { key }, to)
  }

  /**
   * What a dialog has no use for answers nothing, and neither do the keys right behind it: a text can hold the mark of
   * its own end, and what follows arrives as keys.
   */
  paste(text: string): void {
    const to = this.guarded ? [] : this.#listeners
    if (!this.#give({ paste: text }, to)) this.#lostPasteAt = this.#now()
  }

  /** Whoever wants to stop is not kept waiting; but Esc may be a habit of the one who types. */
  #alwaysCounts(key: KeyPress): boolean {
    return key.name === 'escape' ? !this.#prompt.keepsEscape : key.ctrl && key.name === 'c'
  }

  /** False when nobody had a use for it. */
  #give(press: Press, to: readonly Listener[]): boolean {
    for (let at = to.length - 1; at >= 0; at--) if (to[at]?.take(press)) return true
    if (to.length > 0 && !press.action?.startsWith('app:')) return false
    this.#prompt.take(press)
    return true
  }
}

/** A question that appears is not answered by a key that was on its way. */
const APPEAR_MS = 250
/** A second tap on the key that answered the question before. */
const QUIET_MS = 200
/** Somebody who types goes on typing: only after a pause like this the keys belong to the question. */
const PAUSE_MS = 600
