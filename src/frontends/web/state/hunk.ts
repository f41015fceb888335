/** A part of a file that changed; lines begin with ` `, `+`, `-` or `\`. */
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

export interface DiffLine {
  readonly sign: '+' | '-' | ' '
  readonly text: string
  /** In the file as it is afterwards, or before for a line that is gone. */
  readonly number: number
}

/** Hunks out of a value nobody vouches for; what is none is left out. */
export const readHunks = (value: unknown): readonly Hunk[] =>
  Array.isArray(value)
    ? value.flatMap((each): readonly Hunk[] => {
        if (typeof each !== 'object' || each === null || !Array.isArray(each.lines)) return []
        const lines = each.lines.filter((line: unknown): line is string => typeof line === 'string')
        return [{ oldStart: Number(each.oldStart) || 1, newStart: Number(each.newStart) || 1, lines }]
      })
    : []

const HEAD = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The hunks of a unified diff of one file. */
export const parseHunks = (text: string): readonly Hunk[] => {
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = []
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const head = HEAD.exec(line)
    if (head) hunks.push({ oldStart: Number(head[1]), newStart: Number(head[2]), lines: [] })
    else if (/^[-+ \\]/.test(line)) hunks.at(-1)?.lines.push(line)
  }
  return hunks
}

/** A file that was not there before. */
export const newFile = (content: string): readonly Hunk[] =>
  content === ''
    ? []
    : [
        {
          oldStart: 0,
          newStart: 1,
          lines: content
            .replace(/\n$/, '')
            .split('\n')
            .map(line => `+${line}`),
        },
      ]

export const diffLines = ({ oldStart, newStart, lines }: Hunk): readonly DiffLine[] => {
  let old = oldStart
  let now = newStart
  return lines.flatMap((line): readonly DiffLine[] => {
    const text = line.slice(1)
    if (line.startsWith('+')) return [{ sign: '+', text, number: now++ }]
    if (line.startsWith('-')) return [{ sign: '-', text, number: old++ }]
    if (line.startsWith('\\')) return []
    old += 1
    return [{ sign: ' ', text, number: now++ }]
  })
}

export const countChanges = (
  hunks: readonly Hunk[],
): { readonly added: number; readonly removed: number } => {
  const lines = hunks.flatMap(hunk => hunk.lines)
  return {
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
  }
}
