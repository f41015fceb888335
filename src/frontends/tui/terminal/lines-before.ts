import type { Line } from './screen-port.ts'
import { heightOf, parseRow } from './screen-row.ts'

/**
 * Of the lines that were printed, the last of which take the rows above `below`, those before them that fit into `room`
 * rows, and how many rows they take where the terminal breaks them.
 */
export const linesBefore = (
  printed: readonly Line[],
  { columns, below, room }: { readonly columns: number; readonly below: number; readonly room: number },
): { readonly lines: readonly Line[]; readonly height: number } => {
  const heightAt = (at: number): number =>
    heightOf(parseRow(printed[at] ?? '', Number.POSITIVE_INFINITY), columns)
  let end = printed.length
  for (let seen = 0; end > 0 && seen < below; end--) seen += heightAt(end - 1)
  let start = end
  let height = 0
  while (start > 0 && height + heightAt(start - 1) <= room) height += heightAt(--start)
  return { lines: printed.slice(start, end), height }
}
