import type { Worker } from 'node:worker_threads'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import type { PdfAnswer, PdfMessage, PdfRequest } from './pdf-worker.ts'
import { watchMemory } from './watch-memory.ts'

const says = modelTexts('pdf_limits', {
  interrupted: { en: 'Reading was interrupted.', zh: '读取被中断。' },
  costs: {
    en: 'Reading {reading}{path} {what} and was ended. Read other pages of it with `pages`, or take its text out through Bash with bounds, such as `ulimit -v 2000000; timeout 60 pdftotext -f 1 -l 5 file.pdf -`.',
    zh: '读取 {path} {reading}{what}，已终止。请用 `pages` 读取其他页，或用 Bash 在限制内提取文本，如 `ulimit -v 2000000; timeout 60 pdftotext -f 1 -l 5 file.pdf -`。',
  },
  memory: { en: 'needs more than {most:number} MB of memory', zh: '需要的内存超过 {most:number} MB' },
  time: { en: 'takes more than {most:number} seconds', zh: '耗时超过 {most:number} 秒' },
  ended: { en: 'its reader ended', zh: '读取程序已结束' },
  unreadable: {
    en: '{path} looks like a PDF but cannot be read: {why}',
    zh: '{path} 看起来是 PDF，但无法读取：{why}',
  },
})

export interface PdfLimits {
  /** For the whole document, not for a page; what the reader itself takes to load is not the document's fault. */
  readonly timeoutMs: number
  /** Of memory, in the heap of the thread and outside it. */
  readonly maxBytes: number
  /** Of a document without a table of its objects, so that all of it has to be searched. */
  readonly maxSearchedBytes?: number
}

export const interrupted = (): LocalizedText => says('interrupted')

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
  next(part: Text): Promise<PdfAnswer>
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
  let reading: Text = ''
  const fail = (message: LocalizedText) => {
    failed.reject(new ToolError(message))
    // What it was doing is of no use any more; `end` waits for it.
    void worker.terminate()
  }
  const costs = (what: LocalizedText) => fail(says('costs', { reading, path, what }))
  const interrupt = () => fail(interrupted())
  signal.addEventListener('abort', interrupt, { once: true })
  const watch = watchMemory(worker, limits.maxBytes, () =>
    costs(says('memory', { most: Math.round(limits.maxBytes / 1024 ** 2) })),
  )
  worker.on('message', message => {
    if (message.kind !== 'loaded') answer.resolve(message)
    else timer = setTimeout(() => costs(says('time', { most: limits.timeoutMs / 1000 })), limits.timeoutMs)
  })
  worker.on('error', error => fail(unreadable(path, error.message)))
  worker.on('exit', () => fail(unreadable(path, says('ended'))))
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

export const unreadable = (path: string, why: Text): LocalizedText => says('unreadable', { path, why })
