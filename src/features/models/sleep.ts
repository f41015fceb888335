/** Waits; rejects with the signal's reason when it fires first. Leaves neither timer nor listener behind. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export const sleepFor: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
