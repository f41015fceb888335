import { columns } from '../../lib/text/columns.ts'
import { inEnglish, type Localize, type LocalizedText, type Text } from './localized-text.ts'

/** A number stands to the right where its whole column does. */
export type Cell = Text | number

export const TABLE_ID = 'table.columns'

/** Rows below a header. How wide a column is depends on the language, so whoever shows a table lays it out. */
export const table = (header: readonly Text[], rows: readonly (readonly Cell[])[]): LocalizedText => {
  const values = { header, cells: rows.flat() }
  return { id: TABLE_ID, values, text: layOut(values, inEnglish) }
}

interface TableValues {
  readonly header: readonly Text[]
  /** Row after row, each as long as the header. */
  readonly cells: readonly Cell[]
}

const layOut = ({ header, cells }: TableValues, localize: Localize): string => {
  const shown = cells.map(cell => (typeof cell === 'number' ? cell : localize(cell)))
  const rows = Array.from({ length: Math.ceil(shown.length / header.length) }, (_, at) =>
    shown.slice(at * header.length, (at + 1) * header.length),
  )
  return columns(header.map(localize), rows)
}

/** A table in another language; as it stands where it came from a program that makes tables in another way. */
export const localizeTable = ({ values, text }: LocalizedText, localize: Localize): string => {
  const { header, cells } = (values ?? {}) as Partial<TableValues>
  if (!Array.isArray(header) || !Array.isArray(cells) || header.length === 0) return text
  return layOut({ header, cells }, localize)
}
