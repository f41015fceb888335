import { useReducer, useRef } from 'react'

/** State of which the newest value is known at once. */
export interface Live<T> {
  /** As it is being drawn. */
  readonly shown: T
  /** What counts for the next key. */
  now(): T
  set(next: T): void
}

/**
 * State for what keys change: of several keys that arrive in one breath the second must find what the first did,
 * although nothing was drawn in between.
 */
export const useLive = <T>(first: () => T): Live<T> => {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const kept = useRef<Omit<Live<T>, 'shown'>>(undefined)
  kept.current ??= keep(first(), draw)
  return { shown: kept.current.now(), ...kept.current }
}

const keep = <T>(first: T, draw: () => void): Omit<Live<T>, 'shown'> => {
  let value = first
  return {
    now: () => value,
    set: next => {
      value = next
      draw()
    },
  }
}
