/** Lines around one change, as every diff tool gives them. */
export interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each with its mark: blank, `-`, `+` or a backslash. */
  readonly lines: readonly string[]
}

const MAX_LINES = 400
const MAX_CHARS = 40_000
const MAX_LINE_CHARS = 2_000

/** Hunks as the text of a unified diff, at most so much of it. */
export const unifiedDiff = (hunks: readonly Hunk[]): { readonly text: string; readonly cut: boolean } => {
  const lines = hunks.flatMap(hunk => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ])
  const kept: string[] = []
  let chars = 0
  for (const line of lines) {
    if (kept.length >= MAX_LINES || chars + line.length > MAX_CHARS || line.length > MAX_LINE_CHARS)
      return { text: kept.join('\n'), cut: true }
    kept.push(line)
    chars += line.length + 1
  }
  return { text: kept.join('\n'), cut: false }
}

/** A range of no lines is named by the line before it. */
const range = (start: number, count: number): string => {
  const from = count === 0 ? Math.max(start - 1, 0) : start
  return count === 1 ? String(from) : `${from},${count}`
}
