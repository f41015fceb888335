import { signalCode } from '../../lib/process/signal-code.ts'
import { listenForSignals } from '../terminal.ts'

/** A second fault, or one that nobody could put in order within this time, ends the program as it is. */
const LONGEST_END_MS = 5000

/**
 * Aborts when the program has to end although nobody in it wants to: a signal, a terminal that went away (reason
 * its name), or a mistake of ours that nobody caught (the error is the reason).
 */
export const listenForEnd = (): AbortSignal => {
  const told = listenForSignals()
  const own = new AbortController()
  const end = (reason: unknown, code: number): void => {
    if (own.signal.aborted) return
    own.abort(reason)
    setTimeout(() => process.exit(code), LONGEST_END_MS).unref()
  }
  // Also without a signal: the other end of the line may just be closed.
  const gone = (): void => end('SIGHUP', signalCode('SIGHUP'))
  process.stdin.on('end', gone)
  process.stdin.on('error', gone)
  process.stdout.on('error', gone)
  // Nobody reads what could still be said.
  process.stderr.on('error', () => {})
  const fault = (error: unknown): void => end(error instanceof Error ? error : new Error(String(error)), 1)
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  told.addEventListener('abort', () => end(told.reason, signalCode(told.reason)))
  return own.signal
}
