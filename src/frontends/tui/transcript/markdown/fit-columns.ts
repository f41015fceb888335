export interface ColumnNeed {
  /** Columns it takes with every cell on one line. */
  readonly natural: number
  /** With less than this, words would be cut. */
  readonly least: number
}

/** Widths that add up to no more than `room`, or undefined when words would be cut. Who needs more gets more. */
export const fitColumns = (needs: readonly ColumnNeed[], room: number): readonly number[] | undefined => {
  const natural = needs.map(need => need.natural)
  if (sum(natural) <= room) return natural
  const widths = needs.map(need => Math.min(need.natural, need.least))
  const free = room - sum(widths)
  if (free < 0) return undefined
  const wanted = needs.map((need, at) => need.natural - (widths[at] ?? 0))
  const total = sum(wanted)
  const given = widths.map((width, at) => width + Math.floor((free * (wanted[at] ?? 0)) / total))
  // Of what rounding left over the first columns that still want some get one each.
  let left = room - sum(given)
  return given.map((width, at) => {
    if (left <= 0 || width >= (natural[at] ?? 0)) return width
    left -= 1
    return width + 1
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
