import { errorText } from '../../lib/error-text.ts'
import { parseBoundedJson } from '../../lib/values/parse-bounded-json.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('notebook', {
  format: {
    en: '{path} is not a notebook of format 4: it has no list of cells.',
    zh: '{path} 不是格式 4 的笔记本：没有单元格列表。',
  },
  json: { en: '{path} is not valid JSON: {why}', zh: '{path} 不是有效的 JSON：{why}' },
})

/** A Jupyter notebook as it lies on disk, format 4; other fields are kept by whoever writes it, not known here. */
export interface Notebook {
  readonly language: string
  /** Whether cells carry ids (format 4.5 and later). */
  readonly hasIds: boolean
  readonly cells: readonly NotebookCell[]
}

export interface NotebookCell {
  /** Its own, or `cell-N` by its place, from 0. */
  readonly id: string
  readonly type: 'code' | 'markdown' | 'raw'
  readonly source: string
  readonly executionCount?: number
  readonly outputs: readonly NotebookOutput[]
}

export interface NotebookOutput {
  readonly text: string
  readonly images: readonly { readonly mediaType: 'image/png' | 'image/jpeg'; readonly base64: string }[]
}

type Fields = Readonly<Record<string, unknown>>

/** Throws what the model should read when the text is no notebook. */
export const parseNotebook = (path: string, text: string): Notebook => {
  const root = asFields(parseJson(path, text))
  if (!root || !Array.isArray(root['cells'])) throw new ToolError(says('format', { path }))
  const metadata = asFields(root['metadata'])
  const language =
    asFields(metadata?.['language_info'])?.['name'] ?? asFields(metadata?.['kernelspec'])?.['language']
  const major = Number(root['nbformat'] ?? 4)
  const minor = Number(root['nbformat_minor'] ?? 0)
  return {
    language: typeof language === 'string' ? language : 'python',
    hasIds: major > 4 || (major === 4 && minor >= 5),
    cells: root['cells'].map((cell, index) => readCell(asFields(cell) ?? {}, index)),
  }
}

const parseJson = (path: string, text: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch (error) {
    throw new ToolError(says('json', { path, why: errorText(error) }))
  }
}

/** It is shown as part of a tag, so nothing that ends one; the format itself allows letters, digits, - and _. */
const PLAIN_ID = /^[^\s"<>&\p{C}]{1,100}$/u

const readCell = (cell: Fields, index: number): NotebookCell => {
  const { id, cell_type: type, execution_count: count, outputs } = cell
  return {
    id: typeof id === 'string' && PLAIN_ID.test(id) ? id : `cell-${index}`,
    type: type === 'markdown' || type === 'raw' ? type : 'code',
    source: joined(cell['source']),
    ...(typeof count === 'number' ? { executionCount: count } : {}),
    outputs: Array.isArray(outputs) ? outputs.map(output => readOutput(asFields(output) ?? {})) : [],
  }
}

const readOutput = (output: Fields): NotebookOutput => {
  if (output['output_type'] === 'stream') return { text: joined(output['text']), images: [] }
  if (output['output_type'] === 'error') {
    const trace = Array.isArray(output['traceback']) ? output['traceback'].map(String).join('\n') : ''
    return {
      text: trace === '' ? `${String(output['ename'])}: ${String(output['evalue'])}` : trace,
      images: [],
    }
  }
  const data = asFields(output['data']) ?? {}
  const images = (['image/png', 'image/jpeg'] as const).flatMap(mediaType => {
    const base64 = joined(data[mediaType]).replace(/\s+/g, '')
    return base64 === '' ? [] : [{ mediaType, base64 }]
  })
  return { text: joined(data['text/plain']), images }
}

const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** Texts are stored whole or line by line. */
const joined = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join('') : typeof value === 'string' ? value : ''
