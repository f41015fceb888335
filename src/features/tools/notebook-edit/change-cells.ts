import type { NotebookCell } from '../notebook.ts'
import { type JsonSpan, jsonElements, jsonMember, jsonMembers, skipBlank } from './json-spans.ts'
import { formatJson, type JsonStyle, lineBreak, styleOf } from './json-style.ts'

export type CellChange =
  | {
      readonly mode: 'replace'
      readonly index: number
      readonly source: string
      readonly type: NotebookCell['type']
    }
  /** The new cell gets this place; those after it move on. */
  | {
      readonly mode: 'insert'
      readonly index: number
      readonly source: string
      readonly type: NotebookCell['type']
      /** Absent when the notebook is of a format without ids. */
      readonly id?: string
    }
  | { readonly mode: 'delete'; readonly index: number }

/** In a file that is indented the cells lie two steps deep. */
const CELL_DEPTH = 2

interface Splice extends JsonSpan {
  readonly text: string
}

/** The text of the notebook with one cell changed; every character outside that cell stays. */
export const changeCells = (text: string, change: CellChange): string => {
  const list = jsonMember(text, skipBlank(text, 0), 'cells')
  if (!list) throw new Error('a notebook without cells got past the parser')
  const place = { text, list, cells: jsonElements(text, list.start), style: styleOf(text) }
  return applied(text, splicesFor(place, change))
}

interface CellList {
  readonly text: string
  readonly list: JsonSpan
  readonly cells: readonly JsonSpan[]
  readonly style: JsonStyle
}

const splicesFor = (place: CellList, change: CellChange): readonly Splice[] => {
  switch (change.mode) {
    case 'insert':
      return [insertion(place, change)]
    case 'delete':
      return [deletion(place, change.index)]
    case 'replace':
      return replacement(place, change)
  }
}

const insertion = (place: CellList, change: Extract<CellChange, { mode: 'insert' }>): Splice => {
  const { cells, style, list } = place
  const cell = formatJson(newCell(change), style, CELL_DEPTH)
  const between = `,${lineBreak(style, CELL_DEPTH)}`
  const next = cells[change.index]
  if (next) return { start: next.start, end: next.start, text: cell + between }
  const last = cells.at(-1)
  if (last) return { start: last.end, end: last.end, text: between + cell }
  const text = `[${lineBreak(style, CELL_DEPTH)}${cell}${lineBreak(style, CELL_DEPTH - 1)}]`
  return { start: list.start, end: list.end, text }
}

/** Fields in the order in which notebooks are written. */
const newCell = ({ type, source, id }: Extract<CellChange, { mode: 'insert' }>): object => ({
  cell_type: type,
  ...(type === 'code' ? { execution_count: null } : {}),
  ...(id === undefined ? {} : { id }),
  metadata: {},
  ...(type === 'code' ? { outputs: [] } : {}),
  source: sourceLines(source),
})

const deletion = ({ cells, list }: CellList, index: number): Splice => {
  const cell = cells[index]
  if (!cell) throw new Error(`there is no cell ${index}`)
  const next = cells[index + 1]
  if (next) return { start: cell.start, end: next.start, text: '' }
  const before = cells[index - 1]
  if (before) return { start: before.end, end: cell.end, text: '' }
  return { start: list.start, end: list.end, text: '[]' }
}

/** What a cell printed belongs to the source it had. */
const replacement = (
  { text, cells, style }: CellList,
  change: Extract<CellChange, { mode: 'replace' }>,
): readonly Splice[] => {
  const cell = cells[change.index]
  if (!cell) throw new Error(`there is no cell ${change.index}`)
  const members = new Map(jsonMembers(text, cell.start).map(member => [member.key, member]))
  const source = members.get('source')
  const type = members.get('cell_type')
  const isSameType = type && JSON.parse(text.slice(type.start, type.end)) === change.type
  if (!source || !isSameType) return [rebuilt(text, cell, { change, style })]
  const asText = text[source.start] === '"'
  const value = asText ? change.source : sourceLines(change.source)
  const outputs = members.get('outputs')
  const count = members.get('execution_count')
  return [
    { ...source, text: formatJson(value, style, CELL_DEPTH + 1) },
    ...(change.type === 'code' && outputs ? [{ ...outputs, text: '[]' }] : []),
    ...(change.type === 'code' && count ? [{ ...count, text: 'null' }] : []),
  ]
}

const rebuilt = (
  text: string,
  cell: JsonSpan,
  by: { readonly change: Extract<CellChange, { mode: 'replace' }>; readonly style: JsonStyle },
): Splice => {
  const {
    outputs: _,
    execution_count: __,
    ...kept
  } = JSON.parse(text.slice(cell.start, cell.end)) as Record<string, unknown>
  const { type, source } = by.change
  const value = {
    ...kept,
    cell_type: type,
    ...(type === 'code' ? { execution_count: null, outputs: [] } : {}),
    source: sourceLines(source),
  }
  return { ...cell, text: formatJson(value, by.style, CELL_DEPTH) }
}

/** Line by line, each with its end, as notebooks keep text. */
const sourceLines = (source: string): readonly string[] => (source === '' ? [] : source.split(/(?<=\n)/))

const applied = (text: string, splices: readonly Splice[]): string => {
  let result = text
  for (const splice of splices.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, splice.start) + splice.text + result.slice(splice.end)
  return result
}
