/** A value that others hear of when it becomes another. */
export interface Store<T> {
  get(): T
  set(value: T): void
  change(make: (value: T) => T): void
  /** Answers what ends it. */
  listen(hear: () => void): () => void
}

export const createStore = <T>(first: T): Store<T> => {
  let value = first
  const listeners = new Set<() => void>()
  const set = (next: T): void => {
    if (Object.is(next, value)) return
    value = next
    for (const hear of [...listeners]) hear()
  }
  return {
    get: () => value,
    set,
    change: make => set(make(value)),
    listen(hear) {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
  }
}
