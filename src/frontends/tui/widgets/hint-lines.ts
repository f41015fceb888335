import { textWidth } from '../../../lib/text-width.ts'

const GAP = ' · '

/** Hints that stand side by side as far as the width allows; none of them is cut in two. */
export const hintLines = (hints: string, width: number): readonly string[] => {
  const lines: string[] = []
  for (const hint of hints.split(GAP)) {
    const last = lines.at(-1)
    const joined = last === undefined ? hint : `${last}${GAP}${hint}`
    if (last === undefined || textWidth(joined) > width) lines.push(hint)
    else lines[lines.length - 1] = joined
  }
  return lines
}
