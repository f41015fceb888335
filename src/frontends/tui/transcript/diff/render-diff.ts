import { padAnsi, truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { BlankWords } from '../../../../lib/reveal-blanks.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeLine } from '../safe-text.ts'
import { breakSpans, paintSpans, type Span } from '../span.ts'
import { createRowPainter, type DiffRow, rowsOfHunk } from './diff-rows.ts'
import { countChanges, type FileDiff, type Hunk } from './hunk.ts'
import { parseDiff } from './parse-diff.ts'

/** A change of one file, or the text of a unified diff of any number of them. */
export type DiffInput =
  | { readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly path: string; readonly text: string }

export interface DiffRenderOptions extends Omit<RenderOptions, 'hyperlinks'> {
  /** Of more lines than this the rest is counted only. */
  readonly maxLines?: number
  /** False: the caller names the file. */
  readonly header?: boolean
  /** Given: long runs of blanks and of empty lines are folded and named. */
  readonly blanks?: BlankWords
}

/** With fewer columns line numbers would take too much of them. */
const LEAST_WITH_NUMBERS = 24

export const renderDiff = (input: DiffInput, look: DiffRenderOptions): readonly Line[] => {
  const files: readonly FileDiff[] = 'hunks' in input ? [input] : parseDiff(input.text, input.path)
  const most = look.maxLines ?? Number.POSITIVE_INFINITY
  const lines: Line[] = []
  let left = 0
  for (const [index, file] of files.entries()) {
    if (look.header !== false && lines.length < most) {
      if (index > 0) lines.push('')
      lines.push(headerLine(file, look))
    }
    left += addFile(lines, file, { look, most })
  }
  if (lines.length <= most && left === 0) return lines
  const kept = lines.slice(0, Math.max(0, most - 1))
  const more = look.words.transcript.moreLines(left + lines.length - kept.length)
  return [...kept, truncateAnsi(look.theme.paint('dim', more), look.width)]
}

/** Adds lines until there are enough; answers how many lines of the diff are left. */
const addFile = (
  lines: Line[],
  file: FileDiff,
  { look, most }: { readonly look: DiffRenderOptions; readonly most: number },
): number => {
  const paint = createRowPainter(file.path, look)
  const rows = file.hunks.map(hunk => rowsOfHunk(hunk, look.blanks))
  const largest = rows.flat().reduce((best, { number }) => Math.max(best, number ?? 0), 0)
  const columns = look.width < LEAST_WITH_NUMBERS ? 0 : Math.max(3, String(largest).length)
  let left = 0
  for (const [index, hunk] of rows.entries()) {
    if (index > 0 && lines.length < most) lines.push(gapLine(columns, look))
    for (const row of hunk) {
      if (lines.length > most) left += 1
      else lines.push(...rowLines(row, paint(row), { columns, look }))
    }
  }
  return left
}

const headerLine = (file: FileDiff, { theme, words, width }: DiffRenderOptions): Line => {
  const { added, removed } = countChanges(file.hunks)
  const counts = `${theme.paint('good', `+${added}`)} ${theme.paint('bad', `−${removed}`)}`
  return truncateAnsi(
    `${theme.paint('path', safeLine(file.path) || words.transcript.file)}  ${counts}`,
    width,
  )
}

const gapLine = (columns: number, { theme, plain }: DiffRenderOptions): Line =>
  theme.paint('dim', `${' '.repeat(Math.max(0, columns - 1))}${plain ? '...' : '⋮'}`)

const SIGNS: Readonly<Record<DiffRow['kind'], string>> = { same: ' ', added: '+', removed: '-', note: ' ' }

const rowLines = (
  row: DiffRow,
  spans: readonly Span[],
  { columns, look }: { readonly columns: number; readonly look: DiffRenderOptions },
): readonly Line[] => {
  const { theme, width } = look
  const number = columns === 0 ? '' : `${String(row.number ?? '').padStart(columns)} `
  const room = Math.max(2, width - number.length - 2)
  return breakSpans(spans, room).map((part, at) => {
    const gutter = theme.paint('lineNumber', at === 0 ? number : ' '.repeat(number.length))
    const code = `${at === 0 ? SIGNS[row.kind] : ' '} ${paintSpans(part, theme)}`
    if (row.kind !== 'added' && row.kind !== 'removed') return gutter + code.trimEnd()
    return theme.fillsRows
      ? theme.paint(row.kind, padAnsi(gutter + code, width))
      : gutter + theme.paint(row.kind, code.trimEnd())
  })
}
