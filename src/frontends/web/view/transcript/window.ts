/** Which of many rows are drawn, and where the others would stand. Pure. */

export interface Heights {
  readonly known: ReadonlyMap<string, number>
  /** Of a row that was never drawn. */
  readonly guess: number
}

/** Where each row begins; the last number is where all of them end. */
export const offsetsOf = (ids: readonly string[], { known, guess }: Heights): Float64Array => {
  const offsets = new Float64Array(ids.length + 1)
  for (const [at, id] of ids.entries()) offsets[at + 1] = (offsets[at] ?? 0) + (known.get(id) ?? guess)
  return offsets
}

/** The row that stands at a height; the last one below the end. */
export const indexAt = (offsets: Float64Array, top: number): number => {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= top) low = middle
    else high = middle - 1
  }
  return low
}

export interface Span {
  readonly from: number
  /** Behind the last one. */
  readonly to: number
}

/** Rows within sight, and so much above and below. */
export const spanOf = (
  offsets: Float64Array,
  view: { readonly top: number; readonly height: number },
  beyond: number,
): Span => {
  const count = offsets.length - 1
  if (count <= 0) return { from: 0, to: 0 }
  return {
    from: indexAt(offsets, view.top - beyond),
    to: Math.min(count, indexAt(offsets, view.top + view.height + beyond) + 1),
  }
}

/** What stays where it is when rows above it come, go or grow: the end, or a row. */
export type Anchor = 'end' | { readonly id: string; readonly below: number }

/** How far down the view begins, so that the anchor stays. */
export const topOf = (
  anchor: Anchor,
  rows: { readonly ids: readonly string[]; readonly offsets: Float64Array },
  view: { readonly top: number; readonly height: number },
): number => {
  const total = rows.offsets.at(-1) ?? 0
  const most = Math.max(0, total - view.height)
  if (anchor === 'end') return most
  const at = rows.ids.indexOf(anchor.id)
  return at < 0 ? Math.min(view.top, most) : Math.max(0, (rows.offsets[at] ?? 0) + anchor.below)
}
