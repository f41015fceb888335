import { escapeInvisible } from '../../../lib/escape-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { type NotebookCell, type NotebookOutput, parseNotebook } from '../notebook.ts'
import { inBrackets } from '../text-blocks.ts'
import { fileKind } from './file-kind.ts'
import { imageBlock } from './read-image.ts'
import { type ShownImage, shrinkImage } from './shrink-image.ts'
import { type LineRange, MAX_CHARS } from './text-excerpt.ts'

const says = modelTexts('read_notebook', {
  empty: { en: 'The notebook has no cells.', zh: '笔记本没有单元格。' },
  past: {
    en: 'The notebook has only {total:number} cells; offset {offset:number} is past its end.',
    zh: '笔记本只有 {total:number} 个单元格；offset {offset:number} 超出末尾。',
  },
  cells: {
    en: 'Cells {from:number}–{to:number} of {total:number}. Go on with offset {next:number}.',
    zh: '第 {from:number}–{to:number} 个单元格，共 {total:number} 个。用 offset {next:number} 继续。',
  },
})

export interface ShownCell {
  readonly cell_id: string
  readonly cellType: NotebookCell['type']
  readonly source: string
  readonly language?: string
  readonly execution_count?: number
  readonly outputs: readonly { readonly text: string; readonly images: readonly ShownImage[] }[]
}

export interface NotebookReadOutput {
  readonly type: 'notebook'
  readonly file: {
    readonly filePath: string
    readonly cells: readonly ShownCell[]
    /** 1-based. */
    readonly startCell: number
    readonly totalCells: number
  }
  readonly notes: readonly Text[]
}

export const MAX_NOTEBOOK_BYTES = 64 * 1024 * 1024
const MAX_OUTPUT_CHARS = 10_000
const MAX_IMAGES = 10
const PICTURE_BUDGET = { maxSide: 1024, maxPixels: 600_000, maxBytes: 200_000 }

/** Cells with what they printed; `offset` and `limit` count cells. */
export const readNotebook = async (
  content: FileContent,
  text: string,
  range: LineRange,
): Promise<NotebookReadOutput> => {
  const notebook = parseNotebook(content.path, text)
  const startCell = Math.max(1, range.offset ?? 1)
  const wanted = notebook.cells.slice(startCell - 1, startCell - 1 + (range.limit ?? notebook.cells.length))
  const cells: ShownCell[] = []
  let room = { chars: MAX_CHARS, images: MAX_IMAGES }
  for (const cell of wanted) {
    const shown = await showCell(cell, notebook.language, room.images)
    const chars = charsOf(shown)
    if (chars > room.chars && cells.length > 0) break
    room = { chars: room.chars - chars, images: room.images - imagesOf(shown) }
    cells.push(shown)
  }
  const last = startCell + cells.length - 1
  const total = notebook.cells.length
  return {
    type: 'notebook',
    file: { filePath: content.path, cells, startCell, totalCells: total },
    notes: placeNotes({ startCell, last, total }),
  }
}

const placeNotes = (part: { readonly startCell: number; readonly last: number; readonly total: number }) => {
  if (part.total === 0) return [says('empty')]
  if (part.startCell > part.total) return [says('past', { total: part.total, offset: part.startCell })]
  return part.last < part.total
    ? [says('cells', { from: part.startCell, to: part.last, total: part.total, next: part.last + 1 })]
    : []
}

const showCell = async (cell: NotebookCell, language: string, maxImages: number): Promise<ShownCell> => {
  const outputs: ShownCell['outputs'][number][] = []
  let room = maxImages
  for (const output of cell.outputs) {
    const images = await showImages(output.images.slice(0, room))
    room -= images.length
    outputs.push({ text: cut(escapeInvisible(stripAnsi(output.text)), MAX_OUTPUT_CHARS), images })
  }
  return {
    cell_id: cell.id,
    cellType: cell.type,
    source: cut(escapeInvisible(cell.source), MAX_CHARS),
    ...(cell.type === 'code' ? { language } : {}),
    ...(cell.executionCount === undefined ? {} : { execution_count: cell.executionCount }),
    outputs,
  }
}

const showImages = async (images: NotebookOutput['images']): Promise<readonly ShownImage[]> => {
  const shown: ShownImage[] = []
  for (const { base64 } of images) {
    const data = Buffer.from(base64, 'base64')
    const kind = fileKind(data)
    if (kind?.kind !== 'image') continue
    try {
      shown.push(await shrinkImage('an output', { data, mediaType: kind.mediaType }, PICTURE_BUDGET))
    } catch (error) {
      // A damaged picture must not hide the cells.
      if (!(error instanceof ToolError)) throw error
    }
  }
  return shown
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}\n[… ${text.length - most} characters left out …]`

const charsOf = (cell: ShownCell): number =>
  cell.source.length + cell.outputs.reduce((sum, output) => sum + output.text.length, 100)
const imagesOf = (cell: ShownCell): number =>
  cell.outputs.reduce((sum, output) => sum + output.images.length, 0)

export const renderNotebook = (
  { file, notes }: NotebookReadOutput,
  language?: PromptLanguage,
): readonly ResultBlock[] => {
  const blocks: ResultBlock[] = []
  let text = ''
  for (const cell of file.cells) {
    const count = cell.execution_count === undefined ? '' : ` run="${cell.execution_count}"`
    text += `<cell id="${cell.cell_id}" type="${cell.cellType}"${count}>\n${cell.source}\n</cell>\n`
    for (const output of cell.outputs) {
      if (output.text !== '') text += `<output>\n${output.text.replace(/\n$/, '')}\n</output>\n`
      if (output.images.length === 0) continue
      blocks.push({ type: 'text', text }, ...output.images.map(imageBlock))
      text = ''
    }
  }
  text += notes.map(note => forModel(inBrackets(note), language)).join('\n')
  return text === '' ? blocks : [...blocks, { type: 'text', text: text.trimEnd() }]
}
