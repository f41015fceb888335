import type { KeyPress } from '../../terminal/input-event.ts'
import type { KeyAction } from './actions.ts'
import type { Keymap } from './keymap.ts'
import { type Stroke, strokeOf } from './stroke.ts'

export type KeyMeaning =
  | { readonly kind: 'action'; readonly action: KeyAction; readonly context: string }
  /** The beginning of a chord: these strokes so far. */
  | { readonly kind: 'pending'; readonly strokes: readonly Stroke[] }
  | { readonly kind: 'none' }

const NONE: KeyMeaning = { kind: 'none' }

const startsWith = (bindings: ReadonlyMap<string, KeyAction>, keys: string): boolean => {
  for (const bound of bindings.keys()) if (bound.startsWith(`${keys} `)) return true
  return false
}

/** What a key means, the narrowest context first. `pending` are the strokes of a chord that is being typed. */
export const resolveKey = (
  keymap: Keymap,
  contexts: readonly string[],
  { pending, key }: { readonly pending: readonly Stroke[]; readonly key: KeyPress },
): KeyMeaning => {
  const strokes = [...pending, strokeOf(key)]
  const keys = strokes.join(' ')
  for (const context of contexts) {
    const bindings = keymap[context]
    if (!bindings) continue
    // A longer binding goes before a short one: else it could never be typed. The short one waits, see below.
    if (startsWith(bindings, keys)) return { kind: 'pending', strokes }
    const action = bindings.get(keys)
    if (action) return { kind: 'action', action, context }
  }
  return NONE
}

/** What the strokes of a chord that was not finished in time mean by themselves. */
export const resolvePending = (
  keymap: Keymap,
  contexts: readonly string[],
  pending: readonly Stroke[],
): KeyMeaning => {
  const keys = pending.join(' ')
  for (const context of contexts) {
    const action = keymap[context]?.get(keys)
    if (action) return { kind: 'action', action, context }
  }
  return NONE
}
