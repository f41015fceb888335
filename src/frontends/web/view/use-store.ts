import { useState } from 'preact/hooks'
import type { Store } from '../state/store.ts'
import { useWhen } from './use-when.ts'

/** The value of a store, or what a function makes of it; drawn again when that becomes another. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S
export function useStore<T, S>(store: Store<T>, select?: (value: T) => S): T | S {
  const pick = select ?? ((value: T): T | S => value)
  const [, redraw] = useState({})
  const shown = pick(store.get())
  useWhen([store], () => {
    let last = pick(store.get())
    if (!Object.is(last, shown)) redraw({})
    return store.listen(() => {
      const next = pick(store.get())
      if (Object.is(next, last)) return
      last = next
      redraw({})
    })
  })
  return shown
}
