import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { type BlankWords, revealSpans } from '../../../../lib/reveal-blanks.ts'
import type { RequestDetails } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Theme } from '../../theme/theme.ts'
import { safeText } from '../../transcript/safe-text.ts'

type Subject = NonNullable<RequestDetails['subject']>

interface MarkLook {
  readonly theme: Pick<Theme, 'paint'>
  readonly width: number
  readonly blanks?: BlankWords
}

/** The whole command, with the pieces that made it ask standing out. */
export const markedLines = (subject: Subject, { theme, width, blanks }: MarkLook): readonly Line[] => {
  const { text, spans } = revealSpans({ text: subject.text, spans: subject.risky }, blanks)
  // A mark over everything says nothing: the reason is said in words.
  const marks = spans.some(({ from, to }) => from === 0 && to === text.length) ? [] : spans
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  )
  const painted = cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? 0
    const isMarked = marks.some(span => from >= span.from && to <= span.to)
    return paintEachLine(safeText(text.slice(from, to)), line =>
      theme.paint(isMarked ? 'risky' : 'code', line),
    )
  })
  return painted
    .join('')
    .split('\n')
    .flatMap(line => wrapAnsi(line, width))
}

/** The places of the lines that hold such a piece; none where everything is meant. */
export const riskyLines = (subject: Subject, look: Omit<MarkLook, 'theme'>): readonly number[] => {
  const lines = markedLines(subject, { ...look, theme: UNDERLINED })
  return lines.flatMap((line, at) => (line.includes('\u001b') ? [at] : []))
}

/** Says nothing but which pieces are marked, at the places where every other look has its line ends. */
const UNDERLINED: Pick<Theme, 'paint'> = {
  paint: (tone, text) => (tone === 'risky' && text !== '' ? `\u001b[4m${text}\u001b[24m` : text),
}

/** A look must not reach over the end of a line: each is shown by itself. */
const paintEachLine = (text: string, paint: (line: string) => string): string =>
  text.split('\n').map(paint).join('\n')
