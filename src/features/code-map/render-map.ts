import { escapeLine } from '../../lib/escape-text.ts'
import type { FileGraph } from './file-graph.ts'
import type { OutlineRow } from './outline.ts'

/** What a map is made of, files in the order in which they matter. */
export interface MapParts {
  readonly graph: FileGraph
  readonly files: Iterable<string>
  /** Only what is below this directory is counted; '': all. */
  readonly below: string
  outlineOf(path: string): readonly OutlineRow[]
  /** What has them in its name is shown first. */
  readonly words: readonly string[]
  readonly tokens: number
}

export interface RenderedMap {
  readonly text: string
  /** Files in it. */
  readonly shown: readonly string[]
}

/** What comes first is shown with more of what is in it. */
const rowsOf = (place: number): number => (place < 3 ? 10 : place < 15 ? 6 : 4)
const MOST_USERS = 3
const MOST_DIRECTORIES = 12

/** On the safe side: code has many signs, and each sign that is not ASCII may be a token. */
export const tokensIn = (text: string): number => {
  let others = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 126) others += 1
  return Math.ceil((text.length - others) / 3.1 + others)
}

/** As much as fits, in the order given. Without a file that fits, nothing. */
export const renderMap = ({ graph, below, files, outlineOf, words, tokens }: MapParts): RenderedMap => {
  const head = directoriesOf(
    graph.paths.filter(path => path.startsWith(below)),
    below.split('/').length - 1,
  )
  const pieces = head === '' ? [] : [head]
  const shown: string[] = []
  let left = tokens - tokensIn(head)
  for (const path of files) {
    if (left < 30) break
    const most = rowsOf(shown.length)
    const block = blockOf(path, { graph, rows: outlineOf(path), words, most, tokens: left })
    if (block === undefined) continue
    left -= tokensIn(block) + 1
    pieces.push(block)
    shown.push(path)
  }
  return { text: pieces.join('\n'), shown }
}

/** `undefined`: not even its name fits, or there is nothing to say of it. */
const blockOf = (
  path: string,
  at: {
    readonly graph: FileGraph
    readonly rows: readonly OutlineRow[]
    readonly words: readonly string[]
    readonly most: number
    readonly tokens: number
  },
): string | undefined => {
  const lines = [headOf(path, at.graph)]
  let left = at.tokens - tokensIn(lines[0] ?? '')
  if (left < 0 || at.rows.length === 0) return undefined
  const chosen = chosenRows(at.rows, at)
  const rows: OutlineRow[] = []
  for (const row of chosen.toSorted((a, b) => a.line - b.line)) {
    const line = lineOf(row, at.graph)
    left -= tokensIn(line) + 1
    if (left < 0) break
    rows.push(row)
    lines.push(line)
  }
  if (rows.length === 0) return undefined
  const more = at.rows.length - rows.length
  if (more > 0) lines.push(`  … ${more}`)
  return lines.join('\n')
}

const headOf = (path: string, graph: FileGraph): string => {
  const users = graph.users(path)
  const named = users.slice(0, MOST_USERS).map(user => escapeLine(user, 200))
  const more = users.length > named.length ? ` +${users.length - named.length}` : ''
  return `${escapeLine(path, 300)}${named.length === 0 ? '' : ` ← ${named.join(', ')}${more}`}`
}

/** Those that were asked for, then those that others use most. */
const chosenRows = (
  rows: readonly OutlineRow[],
  {
    graph,
    words,
    most,
  }: { readonly graph: FileGraph; readonly words: readonly string[]; readonly most: number },
): readonly OutlineRow[] => {
  const wanted = words.map(word => word.toLowerCase())
  const worthOf = ({ name, members = [] }: OutlineRow): number => {
    const names = [name, ...members].map(each => each.toLowerCase())
    const isWanted = wanted.some(word => names.some(each => each.includes(word)))
    return (isWanted ? 1e6 : 0) + graph.mentions(name)
  }
  return rows.length <= most ? rows : rows.toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, most)
}

const lineOf = ({ line, text, name, members }: OutlineRow, graph: FileGraph): string => {
  const used = graph.mentions(name)
  const inside = members ? ` { ${members.join(' ')} }` : ''
  return `  ${line} ${escapeLine(text + inside, 260)}${used > 0 ? ` ×${used}` : ''}`
}

/** Where the code is: the largest directories with their numbers of files. */
const directoriesOf = (paths: readonly string[], depthOfAll: number): string => {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1)
    for (const depth of [depthOfAll + 1, depthOfAll + 2])
      if (parts.length >= depth) {
        const directory = `${parts.slice(0, depth).join('/')}/`
        counts.set(directory, (counts.get(directory) ?? 0) + 1)
      }
  }
  const least = Math.max(1, paths.length / 50)
  const large = [...counts]
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_DIRECTORIES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return large.map(([directory, count]) => `${escapeLine(directory, 200)} ${count}`).join(' · ')
}
