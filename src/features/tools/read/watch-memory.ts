import type { Worker } from 'node:worker_threads'

const WATCH_MS = 50

/** Older runtimes cannot look into a thread. */
type Measurable = Partial<Pick<Worker, 'getHeapStatistics'>>

/**
 * Calls when a thread holds more than so many bytes, as often as it is seen. Two counts, because each is blind to
 * something: that of the thread does not know what libraries took by themselves and is not to be had everywhere; the
 * growth of the process does not show what is taken from memory an earlier thread gave back, and what others take
 * meanwhile counts as well. Neither needs the thread to be idle.
 */
export const watchMemory = (worker: Measurable, maxBytes: number, onTooMuch: () => void): Disposable => {
  const before = process.memoryUsage.rss()
  let isAsking = false
  const look = async (): Promise<void> => {
    if (process.memoryUsage.rss() - before > maxBytes) return onTooMuch()
    if (isAsking) return
    isAsking = true
    if ((await heldBy(worker)) > maxBytes) onTooMuch()
    isAsking = false
  }
  const timer = setInterval(() => void look(), WATCH_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const heldBy = async (worker: Measurable): Promise<number> => {
  try {
    const held = await worker.getHeapStatistics?.()
    return held ? held.used_heap_size + held.external_memory : 0
  } catch {
    // It has ended meanwhile and holds nothing.
    return 0
  }
}
