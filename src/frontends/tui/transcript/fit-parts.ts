import { ansiWidth } from '../../../lib/ansi-text.ts'

/** A piece of a status line; those with a higher rank stay longest when the terminal is narrow. */
export interface Part {
  readonly text: string
  readonly rank: number
}

/** As many parts as fit into the width, in their order, the least important left out first. */
export const fitParts = (parts: readonly Part[], width: number, gap: string): string => {
  let kept = parts.filter(part => part.text !== '')
  while (kept.length > 1 && joinedWidth(kept, gap) > width) {
    const least = Math.min(...kept.map(part => part.rank))
    const at = kept.findLastIndex(part => part.rank === least)
    kept = kept.toSpliced(at, 1)
  }
  return kept.map(part => part.text).join(gap)
}

const joinedWidth = (parts: readonly Part[], gap: string): number =>
  parts.reduce((sum, part) => sum + ansiWidth(part.text), 0) + ansiWidth(gap) * (parts.length - 1)
