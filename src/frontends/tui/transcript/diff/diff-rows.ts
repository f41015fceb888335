import { type BlankWords, foldEmptyRows, isEmptyLine, revealBlanks } from '../../../../lib/reveal-blanks.ts'
import { type CodePainter, paintCode, startCode } from '../markdown/code-block.ts'
import { languageOfFile } from '../markdown/code-languages.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeLine } from '../safe-text.ts'
import type { Span } from '../span.ts'
import { type ChangedWords, changedWords, type Range } from './changed-words.ts'
import type { Hunk } from './hunk.ts'

/** One line of a file in a diff. */
export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'note'
  /** Of the file as it is, or was for what is removed. */
  readonly number: number | undefined
  readonly text: string
  /** What differs from the line it replaces. */
  readonly words: readonly Range[]
}

/** With `blanks` nothing can hide behind many of them. */
export const rowsOfHunk = (hunk: Hunk, blanks?: BlankWords): readonly DiffRow[] => {
  const rows: DiffRow[] = []
  let old = hunk.oldStart
  let now = hunk.newStart
  for (const line of hunk.lines) {
    const mark = line[0]
    const text = line.slice(1)
    if (mark === '+') rows.push({ kind: 'added', number: now++, text, words: [] })
    else if (mark === '-') rows.push({ kind: 'removed', number: old++, text, words: [] })
    else if (mark === '\\') rows.push({ kind: 'note', number: undefined, text: line, words: [] })
    else {
      rows.push({ kind: 'same', number: now++, text, words: [] })
      old += 1
    }
  }
  const shown = (text: string): string =>
    safeLine(blanks ? revealBlanks(text, blanks, { keepWide: true }) : text)
  return withWords((blanks ? foldRows(rows, blanks) : rows).map(row => ({ ...row, text: shown(row.text) })))
}

const foldRows = (rows: readonly DiffRow[], blanks: BlankWords): readonly DiffRow[] =>
  foldEmptyRows(
    rows,
    (row, first) => row.kind === first.kind && isEmptyLine(row.text),
    (first, count) => ({ ...first, text: blanks.lines(count) }),
  )

/** Lines taken out and the lines put in their place are compared one by one. */
const withWords = (rows: readonly DiffRow[]): readonly DiffRow[] => {
  const marked = [...rows]
  for (let at = 0; at < rows.length; ) {
    const removed = runLength(rows, at, 'removed')
    const added = runLength(rows, at + removed, 'added')
    for (let pair = 0; pair < Math.min(removed, added); pair++)
      markPair(marked, at + pair, at + removed + pair)
    at += Math.max(1, removed + added)
  }
  return marked
}

const runLength = (rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): number => {
  let length = 0
  while (rows[from + length]?.kind === kind) length++
  return length
}

const markPair = (rows: DiffRow[], old: number, now: number): void => {
  const before = rows[old]
  const after = rows[now]
  if (!before || !after) return
  const words: ChangedWords | undefined = changedWords(before.text, after.text)
  if (!words) return
  rows[old] = { ...before, words: words.before }
  rows[now] = { ...after, words: words.after }
}

/** Gives each row its colours. What is removed and what is there are read apart, as two texts. */
export const createRowPainter = (
  path: string,
  look: Pick<RenderOptions, 'theme' | 'rich'>,
): ((row: DiffRow) => readonly Span[]) => {
  // Where a changed line is told by its colour alone, colours of code would hide it.
  const language = look.theme.fillsRows ? languageOfFile(path) : undefined
  let old: CodePainter = startCode(language, look)
  let now: CodePainter = startCode(language, look)
  return row => {
    if (row.kind === 'note') return [{ text: row.text, tone: 'dim' }]
    const painted = paintCode(row.kind === 'removed' ? old : now, row.text)
    if (row.kind !== 'added')
      old = row.kind === 'removed' ? painted.painter : paintCode(old, row.text).painter
    if (row.kind !== 'removed') now = painted.painter
    if (row.kind === 'same' || row.words.length === 0) return painted.spans
    return markWords(painted.spans, row.words, row.kind)
  }
}

const markWords = (
  spans: readonly Span[],
  words: readonly Range[],
  kind: 'added' | 'removed',
): readonly Span[] => {
  const cuts = words.flatMap(({ from, to }) => [from, to])
  const marked: Span[] = []
  let at = 0
  for (const span of spans) {
    const end = at + span.text.length
    const inner = [at, ...cuts.filter(cut => cut > at && cut < end), end]
    for (let index = 0; index + 1 < inner.length; index++) {
      const from = inner[index] ?? at
      const text = span.text.slice(from - at, (inner[index + 1] ?? end) - at)
      const isWord = words.some(word => from >= word.from && from < word.to)
      marked.push(isWord ? { text, tone: kind === 'added' ? 'addedWord' : 'removedWord' } : { ...span, text })
    }
    at = end
  }
  return marked
}
