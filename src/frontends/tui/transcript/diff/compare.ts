/** Which elements of either list have no partner in the other. */
export interface Difference {
  readonly removed: readonly boolean[]
  readonly added: readonly boolean[]
}

/** Beyond this many pairs the middle of both counts as changed: a person could not follow it either. */
const MAX_PAIRS = 250_000

/** The longest common part stays, everything else is removed or added. */
export const compare = (before: readonly string[], after: readonly string[]): Difference => {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const old = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  const middle = old.length * now.length > MAX_PAIRS ? undefined : longestCommon(old, now)
  const around = (length: number, inner: readonly boolean[] | undefined): readonly boolean[] => [
    ...Array<boolean>(start).fill(false),
    ...(inner ?? Array<boolean>(length - start - end).fill(true)),
    ...Array<boolean>(end).fill(false),
  ]
  return { removed: around(before.length, middle?.removed), added: around(after.length, middle?.added) }
}

const longestCommon = (old: readonly string[], now: readonly string[]): Difference => {
  const columns = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * columns)
  const at = (row: number, column: number): number => lengths[row * columns + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * columns + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const removed = Array<boolean>(old.length).fill(true)
  const added = Array<boolean>(now.length).fill(true)
  for (let row = 0, column = 0; row < old.length && column < now.length; ) {
    if (old[row] === now[column]) {
      removed[row++] = false
      added[column++] = false
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return { removed, added }
}
