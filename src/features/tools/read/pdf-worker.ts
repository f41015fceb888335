import runtime from 'node:module'
import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { errorText } from '../../../lib/error-text.ts'

/**
 * The file a thread starts with, in the source tree as well as in a bundle: this module is only ever loaded through
 * `import()`, so it is a file of its own there too. It must load nothing by itself but what every runtime has.
 */
export const PDF_WORKER_URL = import.meta.url

/** What a thread is started with. */
export interface PdfJob {
  readonly job: 'read a PDF'
  readonly data: Uint8Array<ArrayBuffer>
}

export type PdfRequest = ({ readonly kind: 'page' } & PageRequest) | ({ readonly kind: 'extract' } & PageSpan)

/** Both are part of it. */
export interface PageSpan {
  readonly first: number
  readonly last: number
}

export interface PageRequest {
  readonly page: number
  /** The picture of a page is wanted as well: of one without text, or of any. */
  readonly withPicture: 'scan' | 'any' | 'none'
}

export interface PageAnswer {
  readonly kind: 'page'
  readonly text: string
  readonly scan?: ScannedPage
}

/** The largest picture of a page. */
export interface ScannedPage {
  readonly data: Uint8Array<ArrayBuffer>
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
}

/** A document of some of the pages; without data when none can be made. */
export interface ExtractAnswer {
  readonly kind: 'extract'
  readonly data?: Uint8Array<ArrayBuffer>
}

/** One `opened` or `refused`, then one answer of its kind for each request. */
export type PdfAnswer =
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'refused'; readonly needsPassword: boolean; readonly why: string }
  | PageAnswer
  | ExtractAnswer

/** Before all answers it says when its library is there and the document's turn begins. */
export type PdfMessage = PdfAnswer | { readonly kind: 'loaded' }

const MAX_PAGE_CHARS = 50_000

type Unpdf = typeof import('unpdf')
type Document = Awaited<ReturnType<Unpdf['getDocumentProxy']>>

const serve = async (port: MessagePort, data: Uint8Array): Promise<void> => {
  if (!('bytes' in Response.prototype)) (await import('../../../lib/older-runtime/fill-in.ts')).fillIn()
  const unpdf = await import('unpdf')
  port.postMessage({ kind: 'loaded' } satisfies PdfMessage)
  const pdf = await open(unpdf, data, port)
  if (!pdf) return
  // A thread that is ended saves nothing by itself, and the next one would compile it all again.
  runtime.flushCompileCache?.()
  port.on(
    'message',
    (request: PdfRequest) => void (request.kind === 'page' ? answer(request) : extract(request)),
  )
  port.postMessage({ kind: 'opened', pages: pdf.numPages } satisfies PdfAnswer)

  const answer = async ({ page, withPicture }: PageRequest): Promise<void> => {
    const text = await textOf(pdf, page)
    const isWanted = withPicture === 'any' || (withPicture === 'scan' && text.trim() === '')
    const scan = isWanted ? await scanOf(unpdf, pdf, page) : undefined
    const reply: PageAnswer = { kind: 'page', text, ...(scan && { scan }) }
    port.postMessage(reply, scan ? [scan.data.buffer] : [])
  }
  const extract = async (span: PageSpan): Promise<void> => {
    const data = await extractOf(pdf, span)
    const reply: ExtractAnswer = { kind: 'extract', ...(data && { data }) }
    port.postMessage(reply, data ? [data.buffer] : [])
  }
}

const open = async (
  { getDocumentProxy }: Unpdf,
  data: Uint8Array,
  port: MessagePort,
): Promise<Document | undefined> => {
  try {
    return await getDocumentProxy(data, { verbosity: 0, stopAtErrors: false })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const needsPassword = name === 'PasswordException'
    port.postMessage({ kind: 'refused', needsPassword, why: message } satisfies PdfAnswer)
    return undefined
  }
}

const textOf = async (pdf: Document, page: number): Promise<string> => {
  try {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    return items
      .map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
      .slice(0, MAX_PAGE_CHARS)
  } catch (error) {
    // One damaged page must not hide the others.
    const why = errorText(error)
    return `[This page cannot be read: ${why.slice(0, 500)}]`
  }
}

const scanOf = async (
  { extractImages }: Unpdf,
  pdf: Document,
  page: number,
): Promise<ScannedPage | undefined> => {
  try {
    const images = await extractImages(pdf, page)
    const largest = images.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
    if (!largest) return undefined
    const { width, height, channels } = largest
    // A copy, because what is sent is taken away from its owner.
    return { data: new Uint8Array(largest.data), width, height, channels }
  } catch {
    // A picture in a form that cannot be taken out: the page is then shown as what it is, without text.
    return undefined
  }
}

/** With all that the pages need and nothing of the others. */
const extractOf = async (
  pdf: Document,
  { first, last }: PageSpan,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    const includePages = [[first - 1, last - 1]]
    const made = await pdf.extractPages([{ document: null, includePages }])
    // One that stays encrypted is refused by whoever gets it.
    return made && !Buffer.from(made).includes('/Encrypt') ? new Uint8Array(made) : undefined
  } catch {
    // The pages are then shown as text.
    return undefined
  }
}

const isPdfJob = (data: unknown): data is PdfJob =>
  typeof data === 'object' && data !== null && 'job' in data && data.job === 'read a PDF'

// Whoever only asks for the address, or runs threads of its own around us, starts nothing.
if (!isMainThread && parentPort && isPdfJob(workerData)) void serve(parentPort, workerData.data)
