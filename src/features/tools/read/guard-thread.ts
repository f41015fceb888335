import type { Worker } from 'node:worker_threads'
import { ToolError } from '../../../protocol/tool.ts'
import type { PdfAnswer, PdfMessage, PdfRequest } from './pdf-worker.ts'
import { watchMemory } from './watch-memory.ts'

export interface PdfLimits {
  /** For the whole document, not for a page; what the reader itself takes to load is not the document's fault. */
  readonly timeoutMs: number
  /** Of memory, in the heap of the thread and outside it. */
  readonly maxBytes: number
  /** Of a document without a table of its objects, so that all of it has to be searched. */
  readonly maxSearchedBytes?: number
}

export const INTERRUPTED = 'Reading was interrupted.'
const ADVICE =
  'Read other pages of it with `pages`, or take its text out through Bash with bounds, such as `ulimit -v 2000000; timeout 60 pdftotext -f 1 -l 5 file.pdf -`.'

/** What is used of a thread. */
export interface GuardedWorker extends Partial<Pick<Worker, 'getHeapStatistics'>> {
  on(event: 'message', listener: (message: PdfMessage) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(request: PdfRequest): void
  terminate(): Promise<unknown>
}

export interface GuardedThread {
  post(request: PdfRequest): void
  /** @param part what is being read, for the message when it fails */
  next(part: string): Promise<PdfAnswer>
  end(): Promise<void>
}

/** Ends a thread that costs too much or that nobody waits for; one answer at a time, and a ToolError when none comes. */
export const guardThread = (
  { worker, path }: { readonly worker: GuardedWorker; readonly path: string },
  signal: AbortSignal,
  limits: PdfLimits,
): GuardedThread => {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined) // Whoever waits for an answer hears of it.
  let answer = Promise.withResolvers<PdfAnswer>()
  let timer: NodeJS.Timeout | undefined
  let reading = ''
  const fail = (message: string) => {
    failed.reject(new ToolError(message))
    // What it was doing is of no use any more; `end` waits for it.
    void worker.terminate()
  }
  const costs = (what: string) => fail(`Reading ${reading}${path} ${what} and was ended. ${ADVICE}`)
  const interrupt = () => fail(INTERRUPTED)
  signal.addEventListener('abort', interrupt, { once: true })
  const watch = watchMemory(worker, limits.maxBytes, () =>
    costs(`needs more than ${Math.round(limits.maxBytes / 1024 ** 2)} MB of memory`),
  )
  worker.on('message', message => {
    if (message.kind !== 'loaded') answer.resolve(message)
    else
      timer = setTimeout(() => costs(`takes more than ${limits.timeoutMs / 1000} seconds`), limits.timeoutMs)
  })
  worker.on('error', error => fail(unreadable(path, error.message)))
  worker.on('exit', () => fail(unreadable(path, 'its reader ended')))
  return {
    post: request => worker.postMessage(request),
    next: async part => {
      reading = part
      const found = await Promise.race([failed.promise, answer.promise])
      answer = Promise.withResolvers()
      return found
    },
    end: async () => {
      signal.removeEventListener('abort', interrupt)
      clearTimeout(timer)
      watch[Symbol.dispose]()
      await worker.terminate()
    },
  }
}

export const unreadable = (path: string, why: string): string =>
  `${path} looks like a PDF but cannot be read: ${why}`
