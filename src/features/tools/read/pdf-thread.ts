import { once } from 'node:events'
import runtime from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import type { PageAnswer, PageRequest, PageSpan, PdfAnswer, PdfJob, PdfRequest } from './pdf-worker.ts'
import { watchMemory } from './watch-memory.ts'

export interface PdfLimits {
  /** For the whole document, not for a page. */
  readonly timeoutMs: number
  /** Of memory, in the heap of the thread and outside it. */
  readonly maxBytes: number
}

const PDF_LIMITS: PdfLimits = { timeoutMs: 20_000, maxBytes: 512 * 1024 ** 2 }

/**
 * Far above what the watch allows, and above what a small machine would give by itself: a thread that reaches this
 * limit with one large allocation does not end alone, it takes the process with it.
 */
const HEAP_LIMIT_MB = 4096

/** A document in a thread of its own: whatever it holds, others run on. One request at a time. */
export interface PdfThread extends AsyncDisposable {
  readonly pages: number
  readPage(request: PageRequest): Promise<PageAnswer>
  /** A document of these pages alone; undefined when none can be made. */
  extract(span: PageSpan): Promise<Uint8Array | undefined>
}

/** @throws ToolError when the document cannot be read, or reading costs too much, or nobody waits any more. */
export const openPdf = async (
  content: FileContent,
  signal: AbortSignal,
  limits: PdfLimits = PDF_LIMITS,
): Promise<PdfThread> => {
  const { PDF_WORKER_URL } = await import('./pdf-worker.ts')
  if (signal.aborted) throw new ToolError(INTERRUPTED)
  const worker = createWorker(PDF_WORKER_URL, content.data)
  const thread = guard({ worker, path: content.path }, signal, limits)
  try {
    const opened = await thread.next('')
    if (opened.kind !== 'opened') throw new ToolError(refusal(content.path, opened))
    return {
      pages: opened.pages,
      readPage: async request => {
        thread.post({ kind: 'page', ...request })
        const answer = await thread.next(`page ${request.page} of `)
        if (answer.kind !== 'page') throw new Error(`a PDF thread answers a page with ${answer.kind}`)
        return answer
      },
      extract: async span => {
        thread.post({ kind: 'extract', ...span })
        const answer = await thread.next(`pages ${span.first}–${span.last} of `)
        if (answer.kind !== 'extract') throw new Error(`a PDF thread answers a cut with ${answer.kind}`)
        return answer.data
      },
      [Symbol.asyncDispose]: thread.end,
    }
  } catch (error) {
    await thread.end()
    throw error
  }
}

const INTERRUPTED = 'Reading was interrupted.'
const ADVICE =
  'Read other pages of it with `pages`, or take its text out through Bash with bounds, such as `ulimit -v 2000000; timeout 60 pdftotext -f 1 -l 5 file.pdf -`.'

interface Thread {
  post(request: PdfRequest): void
  /** @param part what is being read, for the message when it fails */
  next(part: string): Promise<PdfAnswer>
  end(): Promise<void>
}

const guard = (
  { worker, path }: { readonly worker: Worker; readonly path: string },
  signal: AbortSignal,
  limits: PdfLimits,
): Thread => {
  const stop = new AbortController()
  let reading = ''
  const fail = (message: string) => {
    stop.abort(new ToolError(message))
    // What it was doing is of no use any more; `end` waits for it.
    void worker.terminate()
  }
  const costs = (what: string) => `Reading ${reading}${path} ${what} and was ended. ${ADVICE}`
  const interrupt = () => fail(INTERRUPTED)
  signal.addEventListener('abort', interrupt, { once: true })
  const timer = setTimeout(
    () => fail(costs(`takes more than ${limits.timeoutMs / 1000} seconds`)),
    limits.timeoutMs,
  )
  const watch = watchMemory(worker, limits.maxBytes, () =>
    fail(costs(`needs more than ${Math.round(limits.maxBytes / 1024 ** 2)} MB of memory`)),
  )
  worker.on('error', error => fail(unreadable(path, error.message)))
  worker.on('exit', () => fail(unreadable(path, 'its reader ended')))
  return {
    post: request => worker.postMessage(request),
    next: async part => {
      reading = part
      try {
        const [answer] = await once(worker, 'message', { signal: stop.signal })
        return answer as PdfAnswer
      } catch (error) {
        throw stop.signal.aborted ? stop.signal.reason : error
      }
    },
    end: async () => {
      signal.removeEventListener('abort', interrupt)
      clearTimeout(timer)
      watch[Symbol.dispose]()
      await worker.terminate()
    },
  }
}

/** The environment of the person is none of its business; what it prints, were it to, goes nowhere. */
const createWorker = (url: string, data: Uint8Array): Worker => {
  const compiled = runtime.getCompileCacheDir?.()
  // A copy, because what is sent is taken away from its owner.
  const job: PdfJob = { job: 'read a PDF', data: new Uint8Array(data) }
  return new Worker(new URL(url), {
    name: 'PDF',
    workerData: job,
    transferList: [job.data.buffer],
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
  })
}

const unreadable = (path: string, why: string): string =>
  `${path} looks like a PDF but cannot be read: ${why}`

const refusal = (path: string, answer: PdfAnswer): string => {
  if (answer.kind !== 'refused') return unreadable(path, 'its reader answers out of turn')
  return answer.needsPassword
    ? `${path} is protected with a password and cannot be read.`
    : unreadable(path, answer.why)
}
