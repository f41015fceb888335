import type { Line } from '../../terminal/screen-port.ts'

/**
 * Of lines that do not fit: the first, and those that matter, with `gap` in the place of what is left out. `undefined`
 * where nothing matters more than the rest, or not even the first of it would fit.
 */
export const glanceAt = (
  lines: readonly Line[],
  { risky, rows }: { readonly risky: readonly number[]; readonly rows: number },
  gap: (left: number) => Line,
): { readonly lines: readonly Line[]; readonly shown: number } | undefined => {
  const wanted = [...new Set([0, ...risky])].sort((a, b) => a - b)
  if (risky.length === 0 || risky.length === lines.length) return undefined
  for (let count = wanted.length; count > 1; count--) {
    const made = withGaps(lines, wanted.slice(0, count), gap)
    if (made.length <= rows) return { lines: made, shown: count }
  }
  return undefined
}

const withGaps = (
  lines: readonly Line[],
  wanted: readonly number[],
  gap: (left: number) => Line,
): readonly Line[] => {
  const made: Line[] = []
  let next = 0
  for (const at of [...wanted, lines.length]) {
    if (at > next) made.push(gap(at - next))
    if (at < lines.length) made.push(lines[at] ?? '')
    next = at + 1
  }
  return made
}
