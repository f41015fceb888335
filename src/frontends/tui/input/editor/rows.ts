import { textWidth } from '../../../../lib/text-width.ts'
import { type Chip, chipAt, chipLabel } from './chip.ts'
import { clusterWidth, nextStop, plainWidth } from './graphemes.ts'
import { lineEnd } from './lines.ts'
import type { RowMemo } from './row-memo.ts'

/** What rows depend on beside the text. */
export interface RowShape {
  /** Columns of text in a row. */
  readonly width: number
  readonly chips: readonly Chip[]
  readonly memo?: RowMemo
  label?(chip: Chip): string
}

const NARROWEST = 4
/** Never at the beginning of a row. */
const CLOSING = new Set(Array.from('，。！？；：、）》」』】〉…', sign => sign.charCodeAt(0)))
const isClosing = (unit: number): boolean => (unit < 0x4e00 || unit > 0x9fff) && CLOSING.has(unit)
const NO_BREAKS: readonly number[] = []

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09

export const chipText = (chip: Chip | undefined, shape: RowShape): string =>
  chip ? (shape.label ?? chipLabel)(chip) : ''

/** Columns of the cluster at `at`, which ends before `next`. */
export const widthAt = (
  text: string,
  { at, next }: { at: number; next: number },
  shape: RowShape,
): number => {
  const chip = chipAt(text, at, shape.chips)
  if (chip) return Math.min(textWidth(chipText(chip, shape)), Math.max(shape.width, NARROWEST))
  return clusterWidth(text.slice(at, next))
}

/** Where each row begins, soft breaks included; there is always one. */
export const rowStarts = (text: string, shape: RowShape): readonly number[] => {
  const starts: number[] = []
  const { memo } = shape
  memo?.open(`${shape.width} ${shape.label ? shape.chips.map(shape.label).join() : ''}`)
  for (let from = 0; ; ) {
    const to = lineEnd(text, from)
    starts.push(from)
    const line = text.slice(from, to)
    const breaks = memo ? memo.rows(line, () => softBreaks(line, shape)) : softBreaks(line, shape)
    for (const at of breaks) starts.push(from + at)
    if (to >= text.length) return starts
    from = to + 1
  }
}

const PRINTABLE_ASCII = /^[ -~]*$/

/**
 * Breaks behind a blank or a wide character where there is one, else anywhere between two clusters. One blank may hang
 * over the edge: it is not drawn, and the caret behind it stands in the next row.
 */
const softBreaks = (text: string, shape: RowShape): readonly number[] => {
  const width = Math.max(shape.width, NARROWEST)
  const to = text.length
  if (to <= width && PRINTABLE_ASCII.test(text)) return NO_BREAKS
  const starts: number[] = []
  let start = 0
  let x = 0
  let breakAt = -1
  let xAtBreak = 0
  let at = 0
  while (at < to) {
    let next = at + 1
    let columns = plainWidth(text, at)
    if (columns === 0) {
      next = Math.min(nextStop(text, at), to)
      columns = widthAt(text, { at, next }, shape)
    }
    const blank = isBlank(text.charCodeAt(at))
    if (x + columns > width && at > start) {
      if (blank) {
        start = at = next
        x = 0
      } else {
        x = breakAt > start ? x - xAtBreak : 0
        start = breakAt > start ? breakAt : at
      }
      breakAt = -1
      starts.push(start)
      continue
    }
    x += columns
    at = next
    if (blank || (columns === 2 && !isClosing(text.charCodeAt(at)))) {
      breakAt = at
      xAtBreak = x
    }
  }
  return starts
}

/** The row an offset is drawn in: at a soft break the later one. */
export const rowOf = (starts: readonly number[], at: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Where what is in a row ends: before its line feed. */
export const rowEnd = (text: string, starts: readonly number[], row: number): number => {
  const next = starts[row + 1]
  if (next === undefined) return text.length
  return text.charCodeAt(next - 1) === 0x0a ? next - 1 : next
}

export const columnOf = (
  text: string,
  span: { readonly from: number; readonly to: number },
  shape: RowShape,
): number => {
  let x = 0
  for (let at = span.from; at < span.to; ) {
    let next = at + 1
    let columns = plainWidth(text, at)
    if (columns === 0) {
      next = nextStop(text, at)
      columns = widthAt(text, { at, next }, shape)
    }
    x += columns
    at = next
  }
  return x
}

/** The last place of a row that is not beyond the column. */
export const offsetAt = (
  text: string,
  row: { readonly from: number; readonly to: number; readonly column: number },
  shape: RowShape,
): number => {
  let x = 0
  let at = row.from
  while (at < row.to) {
    const next = Math.min(nextStop(text, at), row.to)
    x += widthAt(text, { at, next }, shape)
    if (x > row.column) return at
    at = next
  }
  return at
}
