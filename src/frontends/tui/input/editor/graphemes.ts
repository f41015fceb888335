import { escapeText } from '../../../../lib/escape-text.ts'
import { graphemeEnd } from '../../../../lib/graphemes.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { isChipAt } from './chip.ts'
import { once } from './once.ts'

/** As [first, last]. */
type Ranges = readonly (readonly [number, number])[]

/**
 * Characters that never join with a neighbour which is one of them, too: between two of them the caret can stand, and
 * nobody needs to be asked. Latin, Greek, Cyrillic.
 */
const PLAIN_NARROW: Ranges = [
  [0x20, 0x7e],
  [0xc0, 0x2af],
  [0x370, 0x482],
  [0x48a, 0x52f],
]

/** The same, two columns on every terminal: kana, Chinese characters, Hangul syllables. */
const PLAIN_WIDE: Ranges = [
  [0x4e00, 0x9fff],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0xac00, 0xd7a3],
  [0x3001, 0x3011],
  [0xff01, 0xff5e],
]

/** By code unit: 0 joins or may join, else the columns it takes. Line feed and tab are their own case. */
const plainTable = once(() => {
  const table = new Uint8Array(0x10000)
  // The first key waits for it.
  for (const [first, last] of PLAIN_NARROW) table.fill(1, first, last + 1)
  for (const [first, last] of PLAIN_WIDE) table.fill(2, first, last + 1)
  return table
})

const isPlain = (unit: number): boolean => unit === 0x0a || unit === 0x09 || plainTable()[unit] !== 0

const isPlainWide = (unit: number): boolean => plainTable()[unit] === 2

const LONGEST_WALK = 2_000

/** Where the caret stands next, to the right of `at`, which it can stand at. */
export const nextStop = (text: string, at: number): number => {
  if (at + 1 >= text.length) return text.length
  if (isChipAt(text, at)) return at + 2
  if (isPlain(text.charCodeAt(at)) && isPlain(text.charCodeAt(at + 1))) return at + 1
  return endBeforeChip(text, at, graphemeEnd(text, at))
}

/** A mark behind a chip does not become a part of it, nor does a chip become a part of what stands before it. */
const endBeforeChip = (text: string, from: number, to: number): number => {
  for (let at = from + 1; at < to; at++) if (isChipAt(text, at)) return at
  return to
}

/** The same to the left. */
export const previousStop = (text: string, at: number): number => {
  if (at <= 1) return 0
  if (isChipAt(text, at - 2)) return at - 2
  if (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at - 2))) return at - 1
  let stop = certainStop(text, at - 1)
  for (let next = nextStop(text, stop); next < at; next = nextStop(text, stop)) stop = next
  return stop
}

/** A place at or before `at` where a cluster begins for certain. */
const certainStop = (text: string, at: number): number => {
  const least = Math.max(0, at - LONGEST_WALK)
  let stop = at
  while (stop > least) {
    if (isPlain(text.charCodeAt(stop)) && isPlain(text.charCodeAt(stop - 1))) return stop
    if (stop >= 2 && isChipAt(text, stop - 2)) return stop
    stop -= 1
  }
  return stop
}

/** The stop at or before an offset that may lie inside a cluster. */
export const stopAtOrBefore = (text: string, at: number): number => {
  const offset = Math.max(0, Math.min(at, text.length))
  if (offset === 0 || offset === text.length) return offset
  if (isPlain(text.charCodeAt(offset)) && isPlain(text.charCodeAt(offset - 1))) return offset
  const next = nextStop(text, previousStop(text, offset))
  return next > offset ? previousStop(text, offset) : offset
}

/** The stop at or behind it. */
export const stopAtOrAfter = (text: string, at: number): number => {
  const stop = stopAtOrBefore(text, at)
  return stop < at ? nextStop(text, stop) : stop
}

const TAB = '    '

/** What is drawn for one cluster that is not a chip; nothing in it acts on a terminal. */
export const drawnCluster = (cluster: string): string =>
  cluster === '\t'
    ? TAB
    : cluster.length === 1 && isPlain(cluster.charCodeAt(0))
      ? cluster
      : escapeText(cluster)

/** Its columns. */
export const clusterWidth = (cluster: string): number => {
  if (cluster.length === 1) {
    const unit = cluster.charCodeAt(0)
    if (unit === 0x09) return TAB.length
    if (isPlain(unit)) return isPlainWide(unit) ? 2 : 1
  }
  return textWidth(drawnCluster(cluster))
}

/** Columns of the plain character at `at`, or 0 when it has to be looked at with its neighbours. */
export const plainWidth = (text: string, at: number): number => {
  const table = plainTable()
  const columns = table[text.charCodeAt(at)] ?? 0
  if (columns === 0 || at + 1 >= text.length) return columns
  const next = text.charCodeAt(at + 1)
  return table[next] === 0 && next !== 0x0a && next !== 0x09 ? 0 : columns
}
