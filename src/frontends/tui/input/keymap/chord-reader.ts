import type { KeyPress } from '../../terminal/input-event.ts'
import type { Keymap } from './keymap.ts'
import { type KeyMeaning, resolveKey } from './resolve-key.ts'
import type { Stroke } from './stroke.ts'

/** A chord whose next key takes longer than this is forgotten. */
const CHORD_MS = 1_500

/** Reads keys one after the other and remembers the beginning of a chord. */
export class ChordReader {
  readonly #keymap: () => Keymap
  readonly #now: () => number
  #pending: readonly Stroke[] = []
  #since = 0

  /** `keymap` is asked anew for every key, so a changed file counts at once. */
  constructor(parts: { keymap(): Keymap; now(): number }) {
    this.#keymap = () => parts.keymap()
    this.#now = () => parts.now()
  }

  /** What has been typed of a chord. */
  get pending(): readonly Stroke[] {
    return this.#now() - this.#since > CHORD_MS ? [] : this.#pending
  }

  read(key: KeyPress, contexts: readonly string[]): KeyMeaning {
    const { pending } = this
    const found = resolveKey(this.#keymap(), contexts, { pending, key })
    this.#pending = found.kind === 'pending' ? found.strokes : []
    this.#since = this.#now()
    if (found.kind !== 'none' || pending.length === 0) return found
    // A wrong second key ends the chord and does nothing: what it would do alone was not meant. Esc says so aloud.
    return { kind: 'pending', strokes: [] }
  }
}
