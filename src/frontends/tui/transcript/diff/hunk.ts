/** A part of a file that changed, with lines around it; lines begin with ` `, `+`, `-` or `\`. */
export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

/** The line at which it begins to differ. */
export const changedAt = ({ newStart, lines }: Hunk): number =>
  newStart +
  Math.max(
    0,
    lines.findIndex(line => !line.startsWith(' ')),
  )

export interface FileDiff {
  readonly path: string
  readonly hunks: readonly Hunk[]
}

export const countChanges = (
  hunks: readonly Hunk[],
): { readonly added: number; readonly removed: number } => {
  let added = 0
  let removed = 0
  for (const { lines } of hunks)
    for (const line of lines) {
      if (line.startsWith('+')) added += 1
      else if (line.startsWith('-')) removed += 1
    }
  return { added, removed }
}

/** Hunks out of a value nobody vouches for; what is none is left out. */
export const readHunks = (value: unknown): readonly Hunk[] =>
  Array.isArray(value) ? value.flatMap(readHunk) : []

const readHunk = (value: unknown): readonly Hunk[] => {
  if (typeof value !== 'object' || value === null || !('lines' in value) || !Array.isArray(value.lines))
    return []
  const lines = value.lines.filter(line => typeof line === 'string')
  const start = (name: string): number => {
    const found: unknown = Reflect.get(value, name)
    return typeof found === 'number' ? found : 1
  }
  return [{ oldStart: start('oldStart'), newStart: start('newStart'), lines }]
}
