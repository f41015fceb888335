import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { escapeText } from '../../../../lib/escape-text.ts'
import { withAside } from '../../../../lib/text/written-signs.ts'
import { useHighlight } from '../../markdown/code.tsx'
import { linesOf, type Segment, withMarks } from '../../markdown/paint-lines.ts'
import { type DiffLine, diffLines, type Hunk } from '../../state/hunk.ts'
import { languageOf } from '../../state/language-of.ts'
import { changedWords } from '../../state/word-diff.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'

const FIRST = 60
const MOST = 3_000

/** What a change takes away and adds, with signs beside the colours; words that changed stand out. */
export const Diff = ({
  id,
  hunks,
  path,
}: {
  readonly id: string
  readonly hunks: readonly Hunk[]
  /** Tells the language. */
  readonly path: string
}) => {
  const words = useWords()
  const [all, toggle] = useFold(`${id}:diff`, 'closed')
  const highlight = useHighlight()
  const lines = useMemo(() => paintHunks(hunks, languageOf(path), highlight), [hunks, path, highlight])
  const shown = lines.slice(0, all ? MOST : FIRST)
  return (
    <div class="diff-box">
      <pre class="diff" dir="ltr">
        {shown.map(drawLine)}
      </pre>
      {lines.length > FIRST && (
        <button type="button" class="quiet" onClick={toggle}>
          {all ? words.showLess : withAside(words.showMore, words.lines(lines.length - FIRST))}
        </button>
      )}
    </div>
  )
}

interface PaintedLine {
  readonly line: DiffLine
  readonly segments: readonly Segment[]
}

type Highlight = ReturnType<typeof useHighlight>

/** Undefined stands between two parts of the file. */
const paintHunks = (
  hunks: readonly Hunk[],
  language: string,
  highlight: Highlight,
): readonly (PaintedLine | undefined)[] =>
  hunks.flatMap((hunk, at) => [...(at === 0 ? [] : [undefined]), ...paintHunk(hunk, language, highlight)])

/** Each side is read as a whole: what begins in one line may end in another. */
const paintHunk = (hunk: Hunk, language: string, highlight: Highlight): readonly PaintedLine[] => {
  const lines = diffLines(hunk)
  const marks = changedWords(lines)
  const paint = (side: readonly DiffLine[]): ReadonlyMap<DiffLine, readonly Segment[]> => {
    const piece = language === '' ? undefined : highlight?.(side.map(({ text }) => text).join('\n'), language)
    const painted = piece === undefined ? [] : linesOf(piece)
    return new Map(side.map((line, at) => [line, painted[at] ?? []]))
  }
  const before = paint(lines.filter(({ sign }) => sign !== '+'))
  const after = paint(lines.filter(({ sign }) => sign !== '-'))
  return lines.map(line => {
    const painted = (line.sign === '-' ? before : after).get(line) ?? []
    // A line with a line end of its own inside is not one of these.
    const isWhole = painted.map(({ text }) => text).join('') === line.text
    return { line, segments: withMarks(isWhole ? painted : [{ text: line.text }], marks.get(line) ?? []) }
  })
}

const KINDS = { '+': 'added', '-': 'removed', ' ': 'same' } as const

const drawLine = (painted: PaintedLine | undefined): VNode =>
  painted ? (
    <span class={KINDS[painted.line.sign]}>
      <span class="number">{painted.line.number}</span>
      <span class="edge">{painted.line.sign}</span>
      <span class="line">
        {painted.segments.map(drawSegment)}
        {'\n'}
      </span>
    </span>
  ) : (
    <span class="gap">{'⋯\n'}</span>
  )

export const drawSegment = ({ text, scope, marked }: Segment): VNode | string => {
  const shown = escapeText(text)
  if (scope === undefined && !marked) return shown
  const colour = scope === undefined ? '' : `hl-${scope.split('.', 1)[0]}`
  return <span class={marked ? `${colour} word`.trim() : colour}>{shown}</span>
}
