import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Ctrl-C, Ctrl-D, or it no longer matters. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** One line from the terminal. Throws Cancelled. */
export const askLine = (question: string, signal?: AbortSignal): Promise<string> =>
  read(question, { output: process.stderr, ...(signal ? { signal } : {}) })

/** The same, of which nothing is shown. */
export const askHidden = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  try {
    return await read('', { output: nowhere })
  } finally {
    process.stderr.write('\n')
  }
}

/** All of stdin. */
export const readAll = (): Promise<string> => text(process.stdin)

const TYPE_AHEAD_MS = 150

const read = (
  question: string,
  { output, signal }: { readonly output: NodeJS.WritableStream; readonly signal?: AbortSignal },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
    const end = (): void => lines.close()
    signal?.addEventListener('abort', end, { once: true })
    lines.once('close', () => {
      signal?.removeEventListener('abort', end)
      process.stdin.pause()
      reject(new Cancelled('cancelled'))
    })
    lines.once('SIGINT', end)
    if (signal?.aborted) {
      end()
      return
    }
    // Lines and signs that were typed before the question stands on the screen do not answer it.
    setTimeout(() => setImmediate(ask), TYPE_AHEAD_MS)
    let isClosed = false
    lines.once('close', () => {
      isClosed = true
    })
    const ask = (): void => {
      if (isClosed) return
      lines.write(null, { ctrl: true, name: 'e' })
      lines.write(null, { ctrl: true, name: 'u' })
      lines.question(question, answer => {
        resolve(answer)
        lines.close()
      })
    }
  })
