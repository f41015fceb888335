import { signalCode } from '../../lib/process/signal-code.ts'

/** Ends the program when it is told to, or with a mistake that nobody caught; until what it answers is called. */
export const endWith = (
  stop: AbortSignal,
  ended: { resolve(code: number): void; reject(error: unknown): void },
): (() => void) => {
  const end = (): void => {
    if (stop.reason instanceof Error) ended.reject(stop.reason)
    else ended.resolve(signalCode(stop.reason))
  }
  if (stop.aborted) end()
  stop.addEventListener('abort', end)
  return () => stop.removeEventListener('abort', end)
}
