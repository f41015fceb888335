import runtime from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import { guardThread, interrupted, type PdfLimits, unreadable } from './guard-thread.ts'
import type { PageAnswer, PageRequest, PageSpan, PdfAnswer, PdfJob } from './pdf-worker.ts'

const says = modelTexts('pdf_thread', {
  page: { en: 'page {page:number} of ', zh: '第 {page:number} 页' },
  pages: { en: 'pages {first:number}–{last:number} of ', zh: '第 {first:number}–{last:number} 页' },
  damaged: {
    en: '{path} is damaged: it does not say where its objects are. All of it would have to be searched, which is done only up to {most:number} MB. Repair it first, such as with `qpdf` or `mutool clean`, and read the result.',
    zh: '{path} 已损坏：没有标明其对象的位置。只能整份搜索，而这只对 {most:number} MB 以内的文件进行。请先修复，如用 `qpdf` 或 `mutool clean`，再读取结果。',
  },
  outOfTurn: { en: 'its reader answers out of turn', zh: '读取程序的应答顺序不对' },
  password: {
    en: '{path} is protected with a password and cannot be read.',
    zh: '{path} 有密码保护，无法读取。',
  },
})

const PDF_LIMITS: PdfLimits = {
  timeoutMs: 20_000,
  maxBytes: 512 * 1024 ** 2,
  maxSearchedBytes: 16 * 1024 ** 2,
}

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
  if (signal.aborted) throw new ToolError(interrupted())
  mustBeFound(content, limits.maxSearchedBytes)
  const worker = createWorker(PDF_WORKER_URL, content.data)
  const thread = guardThread({ worker, path: content.path }, signal, limits)
  try {
    const opened = await thread.next('')
    if (opened.kind !== 'opened') throw new ToolError(refusal(content.path, opened))
    return {
      pages: opened.pages,
      readPage: async request => {
        thread.post({ kind: 'page', ...request })
        const answer = await thread.next(says('page', { page: request.page }))
        if (answer.kind !== 'page') throw new Error(`a PDF thread answers a page with ${answer.kind}`)
        return answer
      },
      extract: async span => {
        thread.post({ kind: 'extract', ...span })
        const answer = await thread.next(says('pages', { ...span }))
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

const mustBeFound = ({ path, data }: FileContent, most = Number.POSITIVE_INFINITY): void => {
  if (data.length <= most || hasObjectTable(data)) return
  throw new ToolError(says('damaged', { path, most: Math.floor(most / 1024 ** 2) }))
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

const refusal = (path: string, answer: PdfAnswer): LocalizedText => {
  if (answer.kind !== 'refused') return unreadable(path, says('outOfTurn'))
  return answer.needsPassword ? says('password', { path }) : unreadable(path, answer.why)
}

/** Where a document says at its end that its table is. */
const POINTER = /startxref\s+(\d{1,15})\s+%%EOF/g
/** Of the end of a file: some programs leave something behind the pointer. */
const END_BYTES = 2048
/** A table, or a stream that holds one. */
const TABLE = /^\s*(?:xref\s|\d{1,10}\s+\d{1,5}\s+obj\b)/

const textOf = (data: Uint8Array, from: number, to: number): string =>
  Buffer.from(data.buffer, data.byteOffset + from, Math.max(0, to - from)).toString('latin1')

/**
 * Whether a document says where its objects are. For one that does not, a reader searches all of it, which takes
 * seconds for each 10 MB.
 */
const hasObjectTable = (data: Uint8Array): boolean => {
  const end = textOf(data, Math.max(0, data.length - END_BYTES), data.length)
  const at = Number([...end.matchAll(POINTER)].at(-1)?.[1] ?? Number.NaN)
  return at > 0 && at < data.length && TABLE.test(textOf(data, at, Math.min(data.length, at + 64)))
}
