import { basename } from 'node:path'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { FileContent, ToolCall } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { inBrackets } from '../text-blocks.ts'
import { pageRange } from './page-range.ts'
import type { PdfThread } from './pdf-thread.ts'
import type { PageSpan, ScannedPage } from './pdf-worker.ts'
import { imageBlock } from './read-image.ts'
import { type ShownImage, shrinkPixels } from './shrink-image.ts'
import { MAX_CHARS } from './text-excerpt.ts'

const says = modelTexts('read_pdf', {
  pages: {
    en: 'Pages {from:number}–{to:number} of {total:number}. Go on with pages "{next:number}-{last:number}".',
    zh: '第 {from:number}–{to:number} 页，共 {total:number} 页。用 pages "{next:number}-{last:number}" 继续。',
  },
  picture: { en: '(no text; its picture follows)', zh: '（没有文本；图像随后）' },
  noText: { en: '(no text on this page)', zh: '（此页没有文本）' },
  page: { en: 'Page {page:number} of {total:number}:', zh: '第 {page:number} 页，共 {total:number} 页：' },
})

export interface PdfPage {
  readonly page: number
  readonly text: string
  /** The largest picture of the page: of one without text, which is then most likely a scan, or a figure. */
  readonly image?: ShownImage
}

export interface PdfOutput {
  readonly type: 'pdf'
  readonly file: {
    readonly filePath: string
    readonly originalSize: number
    readonly totalPages: number
    readonly pages: readonly PdfPage[]
    /** The file itself, or a document of these pages, for a model that reads it as it is. */
    readonly base64?: string
  }
  readonly notes: readonly Text[]
}

export const MAX_PDF_BYTES = 100 * 1024 * 1024
/** Slightly under what an image of its own gets: there may be many pages. */
const SCAN_BUDGET = { maxSide: 1568, maxPixels: 1_200_000, maxBytes: 250_000 }
const MAX_SCANS = 10
/** Of a page with text, smaller pictures are ornaments. */
const LEAST_SIDE = 200
/** Larger ones are shown as text: a document is sent again with every request. */
const MAX_DOCUMENT_BYTES = 3 * 1024 * 1024

export const readPdf = async (
  content: FileContent,
  pages: string | undefined,
  { signal, documents = false, secrets }: Pick<ToolCall, 'signal' | 'documents' | 'secrets'>,
): Promise<PdfOutput> => {
  const { openPdf } = await import('./pdf-thread.ts')
  await using pdf = await openPdf(content, signal)
  const { first, last } = pageRange(pages, pdf.pages)
  const read: PdfPage[] = []
  let chars = 0
  for (let page = first; page <= last && (chars < MAX_CHARS || page === first); page++) {
    const scans = read.filter(({ image }) => image).length
    const withPicture = scans >= MAX_SCANS ? 'none' : documents ? 'any' : 'scan'
    const one = await pdf.readPage({ page, withPicture })
    const text = escapeInvisible(one.text).trim()
    chars += text.length
    const image = one.scan && isWorthIt(one.scan, text) ? await showScan(one.scan) : undefined
    read.push({ page, text, ...(image && { image }) })
  }
  const end = first + read.length - 1
  // What is masked in text would stand bare in the document.
  const isBare = () => read.every(({ text }) => !secrets || secrets.redact(text) === text)
  const shown = documents && isBare() ? await documentOf(content, pdf, { first, last: end }) : undefined
  const base64 = shown && Buffer.from(shown).toString('base64')
  return {
    type: 'pdf',
    file: {
      filePath: content.path,
      originalSize: content.size,
      totalPages: pdf.pages,
      pages: base64 === undefined ? read : read.map(({ page }) => ({ page, text: '' })),
      ...(base64 === undefined ? {} : { base64 }),
    },
    notes:
      end < pdf.pages
        ? [
            says('pages', {
              from: first,
              to: end,
              total: pdf.pages,
              next: end + 1,
              last: Math.min(end + 20, pdf.pages),
            }),
          ]
        : [],
  }
}

/** The pages as a document, if it is not too large to be sent again and again. */
const documentOf = async (
  content: FileContent,
  pdf: PdfThread,
  span: PageSpan,
): Promise<Uint8Array | undefined> => {
  const isWhole = span.first === 1 && span.last === pdf.pages
  const data = isWhole ? content.data : await pdf.extract(span)
  return data && data.length <= MAX_DOCUMENT_BYTES ? data : undefined
}

const isWorthIt = ({ width, height }: ScannedPage, text: string): boolean =>
  text === '' || Math.min(width, height) >= LEAST_SIDE

const showScan = async (scan: ScannedPage): Promise<ShownImage | undefined> => {
  try {
    return await shrinkPixels(scan, SCAN_BUDGET)
  } catch {
    // A picture of a size nobody can show: the page is then shown as what it is, without text.
    return undefined
  }
}

export const renderPdf = ({ file, notes }: PdfOutput, language?: PromptLanguage): readonly ResultBlock[] => {
  const blocks: ResultBlock[] = []
  const tail = forModel(lines(notes.map(inBrackets)), language)
  if (file.base64 !== undefined)
    return [
      { type: 'text', text: `${file.filePath}, ${whichPages(file)}:` },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: file.base64 },
        title: basename(file.filePath),
      },
      ...(tail === '' ? [] : [{ type: 'text', text: tail } as const]),
    ]
  for (const { page, text, image } of file.pages) {
    const body =
      text !== '' ? text : image ? forModel(says('picture'), language) : forModel(says('noText'), language)
    blocks.push({
      type: 'text',
      text: `${forModel(says('page', { page, total: file.totalPages }), language)}\n${body}\n`,
    })
    if (image) blocks.push(imageBlock(image))
  }
  return joinText(tail === '' ? blocks : [...blocks, { type: 'text', text: tail }])
}

const whichPages = ({ pages, totalPages }: PdfOutput['file']): string => {
  if (pages.length === totalPages) return `${totalPages} page${totalPages === 1 ? '' : 's'}`
  const [first, last] = [pages[0]?.page, pages.at(-1)?.page]
  return first === last ? `page ${first} of ${totalPages}` : `pages ${first}–${last} of ${totalPages}`
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
