import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import type { FileContent } from '../../../protocol/tool.ts'
import { pageRange } from './page-range.ts'
import type { ScannedPage } from './pdf-worker.ts'
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

export const readPdf = async (
  content: FileContent,
  pages: string | undefined,
  signal: AbortSignal,
): Promise<PdfOutput> => {
  const { openPdf } = await import('./pdf-thread.ts')
  await using pdf = await openPdf(content, signal)
  const { first, last } = pageRange(pages, pdf.pages)
  const read: PdfPage[] = []
  let chars = 0
  for (let page = first; page <= last && (chars < MAX_CHARS || page === first); page++) {
    const scans = read.filter(({ image }) => image).length
    const one = await pdf.readPage({ page, withScan: scans < MAX_SCANS })
    const text = escapeInvisible(one.text).trim()
    chars += text.length
    const image = one.scan && (await showScan(one.scan))
    read.push({ page, text, ...(image && { image }) })
  }
  const end = first + read.length - 1
  return {
    type: 'pdf',
    file: {
      filePath: content.path,
      originalSize: content.size,
      totalPages: pdf.pages,
      pages: read,
    },
    notes:
      end < pdf.pages
        ? [
            `Pages ${first}–${end} of ${pdf.pages}. Go on with pages "${end + 1}-${Math.min(end + 20, pdf.pages)}".`,
          ]
        : [],
  }
}

const showScan = async (scan: ScannedPage): Promise<ShownImage | undefined> => {
  try {
    return await shrinkPixels(scan, SCAN_BUDGET)
  } catch {
    // A picture of a size nobody can show: the page is then shown as what it is, without text.
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
