import type { HeadlessIo } from '../frontends/headless/headless-options.ts'
import { escapeText } from '../lib/escape-text.ts'

/**
 * The process's own streams, with back-pressure and a quiet end when nobody reads any more. With `foreign` words of a
 * model or a file are written as they come, so on a terminal what could act on it is escaped; a pipe gets all as it is.
 */
export const terminalIo = (signal: AbortSignal, words: 'foreign' | 'painted'): HeadlessIo => {
  const forPeople = (stream: NodeJS.WriteStream, text: string): string =>
    words === 'foreign' && stream.isTTY ? escapeText(text) : text
  let broken: NodeJS.ErrnoException | undefined
  // Opened by the first word: making a stream costs a few milliseconds, and a request may be on its way before there is one.
  const out = once(() =>
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      broken = error
    }),
  )
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
        out().write(forPeople(out(), text), error => (error ? reject(error) : resolve()))
      }),
    writeError: text => void problems().write(`${forPeople(problems(), text)}\n`),
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Aborts with SIGINT or SIGTERM as reason; a second signal ends the process at once. */
export const listenForSignals = (): AbortSignal => {
  const controller = new AbortController()
  for (const [name, reason, code] of [
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGQUIT', 'SIGTERM', 131],
    // A terminal that went away ends the run as well, and must not leave its commands running.
    ['SIGHUP', 'SIGTERM', 143],
  ] as const)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(code)
      controller.abort(reason)
    })
  return controller.signal
}
