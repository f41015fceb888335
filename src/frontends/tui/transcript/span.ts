import { graphemeEnd } from '../../../lib/graphemes.ts'
import { graphemeWidth, textWidth } from '../../../lib/text-width.ts'
import type { Theme, Tone } from '../theme/theme.ts'

/** A piece of one line and what it is. The text is safe for a terminal. */
export interface Span {
  readonly text: string
  readonly tone?: Tone
  /** A second tone behind the first, e.g. that of a changed word. */
  readonly under?: Tone
}

export const paintSpans = (spans: readonly Span[], theme: Theme): string =>
  spans
    .map(({ text, tone, under }) => {
      const painted = tone ? theme.paint(tone, text) : text
      return under ? theme.paint(under, painted) : painted
    })
    .join('')

export const spansWidth = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + textWidth(span.text), 0)

/** Rows of at most `width` columns, broken wherever they are full: in code every blank counts. */
export const breakSpans = (spans: readonly Span[], width: number): readonly (readonly Span[])[] => {
  if (spansWidth(spans) <= width) return [spans]
  const rows: Span[][] = [[]]
  let taken = 0
  for (const span of spans) {
    let begin = 0
    const put = (end: number): void => {
      if (end > begin) rows.at(-1)?.push({ ...span, text: span.text.slice(begin, end) })
      begin = end
    }
    for (let at = 0; at < span.text.length; ) {
      const end = graphemeEnd(span.text, at)
      const columns = graphemeWidth(span.text.slice(at, end))
      if (taken + columns > width && taken > 0) {
        put(at)
        rows.push([])
        taken = 0
      }
      taken += columns
      at = end
    }
    put(span.text.length)
  }
  return rows
}
