import type { HeadlessIo } from '../frontends/headless/headless-options.ts'
import { escapeText } from '../lib/escape-text.ts'
import { signalCode } from '../lib/process/signal-code.ts'
import { OutputError } from '../protocol/system-error.ts'

/**
 * The process's own streams, with back-pressure and a quiet end when nobody reads any more. With `foreign` words of a
 * model or a file are written as they come, so on a terminal what could act on it is escaped; a pipe gets all as it is.
 * What goes wrong is for people wherever it goes: it is always escaped.
 */
export const terminalIo = (signal: AbortSignal, words: 'foreign' | 'painted'): HeadlessIo => {
  let broken: OutputError | undefined
  // Opened by the first word: making a stream costs a few milliseconds, and a request may be on its way before there is one.
  const out = once(() =>
    process.stdout.on('error', error => {
      broken = new OutputError(error)
    }),
  )
  const forPeople = (text: string): string => (words === 'foreign' ? escapeText(text) : text)
  // Without a listener a reader of stderr that went away would end the program with a stack trace.
  const problems = once(() => process.stderr.on('error', () => {}))
  return {
    // Opened only by those who read it.
    get stdin() {
      return process.stdin
    },
    signal,
    write: text =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken)
        const shown = out().isTTY ? forPeople(text) : text
        out().write(shown, error => (error ? reject(new OutputError(error)) : resolve()))
      }),
    writeError: text => void problems().write(`${forPeople(text)}\n`),
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Aborts with the name of the signal as reason; a second signal ends the process at once. */
export const listenForSignals = (): AbortSignal => {
  const controller = new AbortController()
  // A terminal that went away ends the run as well, and must not leave its commands running.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP'] as const)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(signalCode(name))
      controller.abort(name)
    })
  return controller.signal
}
