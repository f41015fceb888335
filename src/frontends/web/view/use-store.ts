import { useRef, useState } from 'preact/hooks'
import type { Store } from '../state/store.ts'
import { useWhen } from './use-when.ts'

/** The value of a store, or what a function makes of it; drawn again when that becomes another. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S
export function useStore<T, S>(store: Store<T>, select?: (value: T) => S): T | S {
  const pick = select ?? ((value: T): T | S => value)
  const shown = pick(store.get())
  const latest = useRef({ pick, shown })
  latest.current = { pick, shown }
  const [, redraw] = useState({})
  useWhen([store], () => {
    const look = (): void => {
      if (!Object.is(latest.current.pick(store.get()), latest.current.shown)) redraw({})
    }
    look()
    return store.listen(look)
  })
  return shown
}
