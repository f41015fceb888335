import type { AcceptedHunk, PermissionAnswer } from '../../../protocol/permission.ts'
import type { Hunk } from './hunk.ts'

/** Which parts of a change are to be made, and how. */
export interface HunkDraft {
  readonly dropped: ReadonlySet<number>
  /** Lines of the person's own, by the number of the part. */
  readonly texts: ReadonlyMap<number, string>
}

export const WHOLE: HunkDraft = { dropped: new Set(), texts: new Map() }

export const toggled = ({ dropped, texts }: HunkDraft, at: number): HunkDraft => {
  const now = new Set(dropped)
  if (!now.delete(at)) now.add(at)
  return { dropped: now, texts }
}

export const rewritten = ({ dropped, texts }: HunkDraft, at: number, text: string): HunkDraft => {
  const kept = new Set(dropped)
  kept.delete(at)
  return { dropped: kept, texts: new Map(texts).set(at, text) }
}

/** The lines as they would stand in the file, with those around them. */
export const linesAfter = ({ lines }: Hunk): string =>
  lines
    .filter(line => line.startsWith(' ') || line.startsWith('+'))
    .map(line => `${line.slice(1)}\n`)
    .join('')

/** The part as a diff, with the person's own lines. */
export const withLines = (hunk: Hunk, text: string): Hunk => ({
  ...hunk,
  lines: [
    ...hunk.lines.filter(line => !line.startsWith('+')).map(line => `-${line.slice(1)}`),
    ...text
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `+${line}`),
  ],
})

/** A yes to the parts that are left; a yes to all of them is just a yes. */
export const withParts = (
  answer: PermissionAnswer,
  { dropped, texts }: HunkDraft,
  count: number,
): PermissionAnswer => {
  if (answer.behavior !== 'allow' || (dropped.size === 0 && texts.size === 0)) return answer
  const hunks = Array.from({ length: count }, (_, at) => at)
    .filter(at => !dropped.has(at))
    .map((at): AcceptedHunk => {
      const text = texts.get(at)
      return { at, ...(text === undefined ? {} : { text }) }
    })
  return { ...answer, hunks }
}
