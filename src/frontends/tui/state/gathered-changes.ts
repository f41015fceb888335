/**
 * Tells of many changes once: what happens in one breath (an interrupt is five changes, one after the other) is laid
 * out and drawn as one. Keys that arrive meanwhile are read first and are in the same drawing.
 */
export const gatherChanges = (
  source: { subscribe(listener: () => void): () => void },
  soon: (call: () => void) => void,
): ((listener: () => void) => () => void) => {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  let told = true
  const tell = (): void => {
    told = true
    for (const listener of [...listeners]) listener()
  }
  const changed = (): void => {
    if (told) soon(tell)
    told = false
  }
  return listener => {
    listeners.add(listener)
    stop ??= source.subscribe(changed)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }
}
