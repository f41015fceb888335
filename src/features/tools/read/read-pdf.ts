import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import { pageRange } from './page-range.ts'
import { imageBlock } from './read-image.ts'
import { type ShownImage, shrinkPixels } from './shrink-image.ts'
import { MAX_CHARS } from './text-excerpt.ts'

export interface PdfPage {
  readonly page: number
  readonly text: string
  /** The largest picture of a page without text, which is then most likely a scan. */
  readonly image?: ShownImage
}

export interface PdfOutput {
  readonly type: 'pdf'
  readonly file: {
    readonly filePath: string
    readonly originalSize: number
    readonly totalPages: number
    readonly pages: readonly PdfPage[]
  }
  readonly notes: readonly string[]
}

export const MAX_PDF_BYTES = 100 * 1024 * 1024
/** Slightly under what an image of its own gets: there may be many pages. */
const SCAN_BUDGET = { maxSide: 1568, maxPixels: 1_200_000, maxBytes: 250_000 }
const MAX_SCANS = 10
const MAX_PAGE_CHARS = 50_000

type Unpdf = typeof import('unpdf')
type Document = Awaited<ReturnType<Unpdf['getDocumentProxy']>>

export const readPdf = async (
  content: FileContent,
  pages: string | undefined,
  signal: AbortSignal,
): Promise<PdfOutput> => {
  const unpdf = await import('unpdf')
  const pdf = await open(unpdf, content)
  try {
    const { first, last } = pageRange(pages, pdf.numPages)
    const read: PdfPage[] = []
    let chars = 0
    for (let page = first; page <= last && (chars < MAX_CHARS || page === first); page++) {
      if (signal.aborted) throw new ToolError('Reading was interrupted.')
      const one = await readPage(pdf, page)
      chars += one.text.length
      const scans = read.filter(({ image }) => image).length
      const image = one.text === '' && scans < MAX_SCANS ? await scanOf(unpdf, pdf, page) : undefined
      read.push(image ? { ...one, image } : one)
    }
    const end = first + read.length - 1
    return {
      type: 'pdf',
      file: {
        filePath: content.path,
        originalSize: content.size,
        totalPages: pdf.numPages,
        pages: read,
      },
      notes:
        end < pdf.numPages
          ? [
              `Pages ${first}–${end} of ${pdf.numPages}. Go on with pages "${end + 1}-${Math.min(end + 20, pdf.numPages)}".`,
            ]
          : [],
    }
  } finally {
    await pdf.cleanup()
  }
}

const open = async ({ getDocumentProxy }: Unpdf, content: FileContent): Promise<Document> => {
  try {
    // A copy, because the reader takes the buffer away from its owner.
    return await getDocumentProxy(new Uint8Array(content.data), { verbosity: 0, stopAtErrors: false })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    if (name === 'PasswordException')
      throw new ToolError(`${content.path} is protected with a password and cannot be read.`)
    throw new ToolError(`${content.path} looks like a PDF but cannot be read: ${message}`)
  }
}

const readPage = async (pdf: Document, page: number): Promise<PdfPage> => {
  try {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    const text = items
      .map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
      .slice(0, MAX_PAGE_CHARS)
    return { page, text: escapeInvisible(text).trim() }
  } catch (error) {
    // One damaged page must not hide the others.
    return {
      page,
      text: `[This page cannot be read: ${error instanceof Error ? error.message : String(error)}]`,
    }
  }
}

const scanOf = async (
  { extractImages }: Unpdf,
  pdf: Document,
  page: number,
): Promise<ShownImage | undefined> => {
  try {
    const images = await extractImages(pdf, page)
    const largest = images.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
    return largest && (await shrinkPixels({ ...largest, data: new Uint8Array(largest.data) }, SCAN_BUDGET))
  } catch {
    // A picture in a form that cannot be taken out: the page is then shown as what it is, without text.
    return undefined
  }
}

export const renderPdf = ({ file, notes }: PdfOutput): readonly ResultBlock[] => {
  const blocks: ResultBlock[] = []
  for (const { page, text, image } of file.pages) {
    const body = text !== '' ? text : image ? '(no text; its picture follows)' : '(no text on this page)'
    blocks.push({ type: 'text', text: `Page ${page} of ${file.totalPages}:\n${body}\n` })
    if (image) blocks.push(imageBlock(image))
  }
  const tail = notes.map(note => `(${note})`).join('\n')
  return joinText(tail === '' ? blocks : [...blocks, { type: 'text', text: tail }])
}

/** Neighbouring texts as one block. */
const joinText = (blocks: readonly ResultBlock[]): readonly ResultBlock[] => {
  const joined: ResultBlock[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (block.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: `${last.text}\n${block.text}` }
    else joined.push(block)
  }
  return joined
}
