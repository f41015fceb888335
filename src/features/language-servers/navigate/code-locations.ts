import type { CodeAnswer, CodeLocation } from '../../../protocol/tools/code-help.ts'
import { isNotebook, locationsIn, withCell } from '../notebook-code.ts'
import { fileOf } from '../open-server.ts'
import { readText } from '../read-text.ts'

/** Lines from zero, the last included. */
export interface FoundLocation {
  readonly path: string
  readonly from: number
  readonly to: number
  readonly about?: string
}

/** What locations and links of servers name; the rest is left out. */
export const readLocations = (answer: unknown): readonly FoundLocation[] => {
  const list = Array.isArray(answer) ? (answer as unknown[]) : answer ? [answer] : []
  return list.flatMap(each => {
    const { uri, range, targetUri, targetSelectionRange } = Object(each) as Record<string, unknown>
    const path = fileOf(uri ?? targetUri)
    const { line } = Object(Object(range ?? targetSelectionRange).start) as { readonly line?: unknown }
    return path === undefined || typeof line !== 'number' ? [] : [{ path, from: line, to: line }]
  })
}

const MOST = 60
const MOST_OF_A_FILE = 15
const MOST_CHARS = 240
const TESTS = /(?:^|[\\/._-])(?:tests?|specs?|__tests__|mocks?|fixtures?)(?:[\\/._-]|$)/i

interface Showing {
  /** The file that was asked about: what is near to it comes first. */
  readonly near?: string | undefined
  /** It may be read. */
  isShown(path: string): boolean
  /** Named with its place only: it lies outside. */
  isOutside(path: string): boolean
}

/** Each once, those near and no tests first, few of each file; with their lines. */
export const showLocations = (
  found: readonly FoundLocation[],
  { near = '', isShown, isOutside }: Showing,
): CodeAnswer => {
  const seen = new Set<string>()
  const all = found
    .filter(({ path, from }) => {
      const key = `${path}:${from}`
      if (seen.has(key) || !isShown(path)) return false
      seen.add(key)
      return true
    })
    .toSorted(
      (one, other) =>
        rankOf(one.path, near) - rankOf(other.path, near) ||
        one.path.localeCompare(other.path) ||
        one.from - other.from,
    )
  const counts = new Map<string, number>()
  const few = all.filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count <= MOST_OF_A_FILE
  })
  const texts = new Map<string, readonly string[]>()
  const linesOf = (path: string): readonly string[] =>
    texts.getOrInsertComputed(path, () => (isOutside(path) ? [] : (readText(path) ?? '').split('\n')))
  const places = few.slice(0, MOST).map(
    ({ path, from, to, about }): CodeLocation =>
      isNotebook(path)
        ? placeInCell(path, from)
        : {
            path,
            line: from + 1,
            endLine: to + 1,
            text: linesOf(path)
              .slice(from, to + 1)
              .map(text => text.replace(/\r$/, '').slice(0, MOST_CHARS)),
            ...(about === undefined ? {} : { about }),
          },
  )
  return { places, more: all.length - places.length }
}

/** By name only: nothing of it can be edited as text. */
const placeInCell = (path: string, from: number): CodeLocation => {
  const { cell, line } = locationsIn(path, readText(path))?.(from + 1) ?? { cell: undefined, line: from + 1 }
  return { path: withCell(path, cell), line, endLine: line, text: [] }
}

const rankOf = (path: string, near: string): number => {
  if (path === near) return 0
  const parts = path.split(/[\\/]/)
  const others = near.split(/[\\/]/)
  let shared = 0
  while (shared < parts.length && parts[shared] === others[shared]) shared += 1
  return 1 + others.length - shared + (TESTS.test(parts.slice(shared).join('/')) ? 100 : 0)
}
