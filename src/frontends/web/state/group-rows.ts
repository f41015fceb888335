import type { Words } from '../text/en.ts'
import type { GroupRow, Row, TextRow, ToolRow } from './row.ts'

type Folded = 'read' | 'search' | 'command' | 'server'

/** What a finished call that only looked counts as; undefined: it stands for itself. */
const foldOf = (row: Row): Folded | undefined => {
  if (row.kind !== 'tool' || row.state !== 'done' || row.asked) return undefined
  // Something to see, or something the person said, is not folded away.
  if ((row.pictures?.length ?? 0) > 0 || row.said !== undefined) return undefined
  switch (row.presentation?.body?.type) {
    case 'content':
      return 'read'
    case 'matches':
      return 'search'
    case 'output':
      return row.look ? 'command' : undefined
    case 'server':
      return row.look ? 'server' : undefined
    default:
      return undefined
  }
}

type Member = ToolRow | TextRow

const isMember = (row: Row): row is Member => row.kind === 'tool' || row.kind === 'thinking'
const isBridge = (row: Row): boolean => row.kind === 'thinking' && !row.streaming

/** Rows with those folded that belong together. A call that stands alone stays as it is. */
export const groupRows = (rows: readonly Row[]): readonly Row[] => {
  const grouped: Row[] = []
  for (let at = 0; at < rows.length; ) {
    const end = groupEnd(rows, at)
    const members = rows.slice(at, end)
    const calls = members.filter(({ kind }) => kind === 'tool')
    if (calls.length > 1) grouped.push(group(members.filter(isMember)))
    else grouped.push(...members)
    at = end
  }
  return grouped
}

const group = (rows: readonly Member[]): GroupRow => ({ kind: 'group', id: groupId(rows[0]?.id ?? ''), rows })
const groupId = (first: string): string => `group:${first}`

/** Where the group that begins at `from` ends; one behind it when there is none. */
const groupEnd = (rows: readonly Row[], from: number): number => {
  const first = rows[from]
  if (!first || foldOf(first) === undefined) return from + 1
  let end = from + 1
  for (let at = from + 1; at < rows.length; at++) {
    const row = rows[at]
    if (row && foldOf(row) !== undefined) end = at + 1
    else if (!row || !isBridge(row)) break
  }
  return end
}

/** The row under which one is to be found: itself, or the group that has it. */
export const shownBy = (rows: readonly Row[], id: string): string =>
  rows.find(row => row.kind === 'group' && row.rows.some(member => member.id === id))?.id ?? id

const fileOf = ({ presentation }: ToolRow): string =>
  presentation?.subject.type === 'file' ? presentation.subject.path : ''

/** What the calls of a group did, in one line. */
export const groupTitle = ({ rows }: GroupRow, words: Words): string => {
  const calls = rows.filter(row => row.kind === 'tool')
  const of = (kind: Folded): readonly ToolRow[] => calls.filter(call => foldOf(call) === kind)
  const files = new Set(of('read').map(fileOf)).size
  const [searches, commands, asked] = [of('search').length, of('command').length, of('server').length]
  const parts = [
    ...(files > 0 ? [words.groupRead(files)] : []),
    ...(searches > 0 ? [words.groupSearched(searches)] : []),
    ...(commands > 0 ? [words.groupRan(commands)] : []),
    ...(asked > 0 ? [words.groupAsked(asked)] : []),
  ]
  const text = words.groupParts(parts)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
