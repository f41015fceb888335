import { escapeLine } from '../../lib/escape-text.ts'
import type { MemoryHeader } from './memory-file.ts'

const MAX_LINES = 200
const MAX_BYTES = 25 * 1024
const MAX_LINE = 150

/** The part of the index that is loaded, with a word about what is not. */
export const cutIndex = (text: string): string => {
  const lines = text.trim().split(/\r?\n/)
  const kept: string[] = []
  let bytes = 0
  for (const line of lines.slice(0, MAX_LINES)) {
    bytes += Buffer.byteLength(line) + 1
    if (bytes > MAX_BYTES) break
    kept.push(line)
  }
  const left = lines.length - kept.length
  if (left === 0) return kept.join('\n')
  return [
    ...kept,
    '',
    `WARNING: the index is too long; ${left} more line${left === 1 ? ' is' : 's are'} not shown. At most ${MAX_LINES} lines and ${MAX_BYTES / 1024} KB are loaded: shorten its lines or put memories together.`,
  ].join('\n')
}

/** `- [Title](file.md) — hook`, for a file of this directory. */
const ENTRY = /^\s*[-*+]\s+\[([^\]]*)\]\((?:\.\/)?([^)\s/\\]+\.md)\)(.*)/

const targetOf = (line: string): string | undefined => ENTRY.exec(line)?.[2]

/** What the index says about each file. */
export const entriesOf = (text: string): ReadonlyMap<string, MemoryHeader> =>
  new Map(
    text.split(/\r?\n/).flatMap(line => {
      const [, name = '', file, hook = ''] = ENTRY.exec(line) ?? []
      return file === undefined ? [] : [[file, { name, description: hook.replace(/^[\s—–:-]+/, '') }]]
    }),
  )

export const indexLine = (file: string, { name, description }: MemoryHeader): string => {
  const title = (name ?? file.replace(/\.md$/, '')).replace(/[[\]]/g, '')
  const link = `- [${escapeLine(title, 60)}](${file})`
  const room = MAX_LINE - link.length - 3
  return description && room > 10 ? `${link} — ${escapeLine(description, room)}` : link
}

/** With this line for the file, in the place of the one it had. */
export const withEntry = (text: string, file: string, line: string): string => {
  const lines = text.trimEnd() === '' ? [] : text.trimEnd().split(/\r?\n/)
  const at = lines.findIndex(each => targetOf(each) === file)
  const next = at === -1 ? [...lines, line] : lines.with(at, line)
  return `${next.join('\n')}\n`
}

export const withoutEntry = (text: string, file: string): string =>
  text
    .split(/(?<=\n)/)
    .filter(line => targetOf(line) !== file)
    .join('')

/** Without the lines that point to no file: they stay in the index, and nobody is told of what is not there. */
export const withoutMissing = (text: string, names: ReadonlySet<string>): string =>
  text
    .split(/(?<=\n)/)
    .filter(line => {
      const target = targetOf(line)
      return target === undefined || names.has(target)
    })
    .join('')

/** Files that lines of the index point to and that are not there. */
export const missingIn = (text: string, names: ReadonlySet<string>): readonly string[] =>
  [...entriesOf(text).keys()].filter(file => !names.has(file))

/** Every file has one line: so it is nearly always. */
const isInOrder = (text: string, names: ReadonlySet<string>): boolean => {
  const pointed = new Set<string>()
  for (const line of text.split('\n')) {
    const target = targetOf(line)
    if (target === undefined || !names.has(target)) continue
    if (pointed.has(target)) return false
    pointed.add(target)
  }
  return pointed.size === names.size
}

/**
 * The index brought in line with the files: lines that point twice to a file go, files nobody points to get a line.
 * Whatever else stands in it stays, lines of missing files too: the file may come back. `undefined`: nothing to do.
 */
export const repairIndex = (
  text: string,
  names: readonly string[],
  describe: (file: string) => MemoryHeader,
): string | undefined => {
  const exists = new Set(names)
  if (isInOrder(text, exists)) return undefined
  const pointed = new Set<string>()
  const kept = text.split(/(?<=\n)/).filter(line => {
    const target = targetOf(line)
    if (target === undefined || !exists.has(target)) return true
    if (pointed.has(target)) return false
    pointed.add(target)
    return true
  })
  const known = kept.join('')
  const missing = names.filter(file => !pointed.has(file) && !known.includes(file))
  if (missing.length === 0) return known === text ? undefined : known
  return missing.reduce((sofar, file) => withEntry(sofar, file, indexLine(file, describe(file))), known)
}
