import type { Store } from '../state/store.ts'

interface Parts {
  readonly store: Store
  now(): number
  /** Asks for a few words on what happened. */
  recap(): void
}

/** Somebody who was away for a while and comes back to work that ended meanwhile is told what happened. */
export const recapOnReturn = ({ store, now, recap }: Parts): (() => void) => {
  let left: number | undefined
  let ended = false
  return store.subscribe((state, before) => {
    if (!state.focused && before.focused) {
      left = now()
      ended = false
    }
    if (!state.focused && before.turn && !state.turn) ended = true
    if (!state.focused || before.focused) return
    if (left !== undefined && ended && now() - left >= AWAY_MS) recap()
    left = undefined
  })
}

const AWAY_MS = 5 * 60_000
