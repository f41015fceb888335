import type { Span } from '../state/word-diff.ts'
import type { Piece } from './highlight.ts'

/** A part of a line in one colour. */
export interface Segment {
  readonly text: string
  /** What kind of code it is; absent: none in particular. */
  readonly scope?: string
  /** It is what changed. */
  readonly marked?: true
}

/** Pieces of a text with several lines, line by line. */
export const linesOf = (piece: Piece): readonly (readonly Segment[])[] => {
  const lines: Segment[][] = [[]]
  const visit = (each: Piece, scope: string | undefined): void => {
    if (typeof each !== 'string') {
      for (const child of each.children) visit(child, each.scope ?? scope)
      return
    }
    for (const [at, text] of each.split('\n').entries()) {
      if (at > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, ...(scope === undefined ? {} : { scope }) })
    }
  }
  visit(piece, undefined)
  return lines
}

/** The same segments, cut where a mark begins or ends. */
export const withMarks = (segments: readonly Segment[], marks: readonly Span[]): readonly Segment[] => {
  if (marks.length === 0) return segments
  const cut: Segment[] = []
  let from = 0
  for (const segment of segments) {
    const to = from + segment.text.length
    const edges = [from, to, ...marks.flatMap(mark => [mark.from, mark.to])]
      .filter(edge => edge >= from && edge <= to)
      .sort((a, b) => a - b)
    for (const [at, edge] of edges.slice(0, -1).entries()) {
      const text = segment.text.slice(edge - from, (edges[at + 1] ?? to) - from)
      if (text === '') continue
      const isMarked = marks.some(mark => mark.from <= edge && edge < mark.to)
      cut.push({ ...segment, text, ...(isMarked ? { marked: true } : {}) })
    }
    from = to
  }
  return cut
}
