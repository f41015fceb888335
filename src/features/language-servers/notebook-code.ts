import { parseBoundedJson } from '../../lib/values/parse-bounded-json.ts'

/** What a notebook says in Python, as one file. */
interface NotebookCode {
  readonly text: string
  /** From the line of that (from one) to the cell and the line in it, both from one. */
  placeOf(line: number): { readonly cell: number; readonly line: number }
}

/** Undefined: it is no notebook, or one of another language. */
export const notebookCode = (raw: string): NotebookCode | undefined => {
  const cells = cellsOf(raw)
  if (!cells) return undefined
  const starts: { readonly cell: number; readonly from: number }[] = []
  const lines: string[] = []
  for (const [index, source] of cells.entries()) {
    if (source === undefined) continue
    starts.push({ cell: index + 1, from: lines.length + 1 })
    lines.push(...pythonOf(source))
  }
  return {
    text: `${lines.join('\n')}\n`,
    placeOf(line) {
      const start = starts.findLast(({ from }) => from <= line)
      return start ? { cell: start.cell, line: line - start.from + 1 } : { cell: 1, line }
    },
  }
}

/** The sources of its cells of code, in the places of the cells. */
const cellsOf = (raw: string): readonly (string | undefined)[] | undefined => {
  let notebook: unknown
  try {
    notebook = parseBoundedJson(raw)
  } catch {
    return undefined
  }
  const { cells, metadata } = Object(notebook) as Readonly<Record<string, unknown>>
  if (!Array.isArray(cells) || !isPython(metadata)) return undefined
  return cells.map(cell => {
    const { cell_type: type, source } = Object(cell) as Readonly<Record<string, unknown>>
    if (type !== 'code') return undefined
    return Array.isArray(source) ? source.map(String).join('') : String(source ?? '')
  })
}

/** One that does not say so is. */
const isPython = (metadata: unknown): boolean => {
  const { kernelspec, language_info: info } = Object(metadata) as Readonly<Record<string, unknown>>
  const named = [Object(info).name, Object(kernelspec).language].find(name => typeof name === 'string')
  return named === undefined || /^i?python/i.test(String(named))
}

/** Commands of the notebook stand in lines of their own, or give a value: as many lines as before. */
const pythonOf = (source: string): readonly string[] => {
  const lines = source.split(/\r?\n/)
  if (/^\s*%%/.test(lines.find(line => line.trim() !== '') ?? '')) return lines.map(() => '')
  return lines.map(line =>
    line
      .replace(/^(\s*)(?:[%!].*|\?{1,2}\s*[\w.]+\s*|[\w.]+\?{1,2}\s*)$/, '$1pass')
      .replace(/^(\s*[\w, ]+=\s*)[%!].*$/, '$1None'),
  )
}

/** Of the diagnostics of a file those that are none in a notebook: the last value is shown, and one may wait anywhere. */
export const isOfNotebook = ({
  message,
  code,
}: {
  readonly message: string
  readonly code?: string
}): boolean => code !== 'reportUnusedExpression' && !/^"await" allowed only within async/.test(message)

export const isNotebook = (path: string): boolean => path.endsWith('.ipynb')

/** What a server is shown of a file with this content. */
export const shownOf = (path: string, content: string): string | undefined =>
  isNotebook(path) ? notebookCode(content)?.text : content

/** By the path and content of a file, where a line of what is shown of it stands; undefined: where it is. */
export const locationsIn = (
  path: string,
  content: string | undefined,
): NotebookCode['placeOf'] | undefined =>
  isNotebook(path) && content !== undefined ? notebookCode(content)?.placeOf : undefined

/** A path that names a cell as well. */
export const withCell = (path: string, cell: number | undefined): string =>
  cell === undefined ? path : `${path}:cell ${cell}`
