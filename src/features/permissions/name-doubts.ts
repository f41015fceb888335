import { closeSync, existsSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resolveReal } from '../../lib/paths.ts'
import type { Walk } from './shell/path-use.ts'
import { matchWildcard } from './wildcard.ts'

/** More names are not looked at: what prints them asks. */
const MAX_NAMES = 5_000
const MAX_INDEX_BYTES = 4_000_000
const TOO_MANY =
  'there are more names than can be looked at: limit it to a directory, or use -type f -print0 and xargs -0'

/** What a name must not hold, by who takes the output apart. */
const BREAKING: Readonly<Record<Walk['separator'], RegExp | undefined>> = {
  nul: undefined,
  line: /\n/,
  blank: /[\s'"\\]/,
  word: /[\s*?[\\]/,
}

const told = (name: string): string => JSON.stringify(name.slice(0, 40))

/** Why a name among those that a command prints would be read as something else. */
const whyNotName = (name: string, walk: Walk, top: boolean): string | undefined => {
  if (BREAKING[walk.separator]?.test(name)) return `the name ${told(name)} would be taken apart`
  // An entry of the directory itself is printed with nothing before it.
  return top && walk.bare && name.startsWith('-') ? `the name ${told(name)} looks like an option` : undefined
}

/** In doubt yes: where a bracket ends is for others to say, so that everything from one on counts as any text. */
const isPrinted = (name: string, { named }: Walk): boolean =>
  named === undefined ||
  matchWildcard(named.toLowerCase().replace(/[[\\][^]*/, '*').replaceAll('?', '*'), name.toLowerCase())

const whyNotWalk = (root: string, walk: Walk): string | undefined => {
  // Where every name is whole, begins with its directory and is no link, there is nothing to look for.
  if (walk.separator === 'nul' && !walk.links && !walk.bare) return undefined
  const deep = walk.deep && !(walk.separator === 'nul' && !walk.links)
  const open = [root]
  let seen = 0
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    const entries = readdirSync(directory, { withFileTypes: true })
    seen += entries.length
    if (seen > MAX_NAMES) return TOO_MANY
    for (const entry of entries) {
      const why = whyNotName(entry.name, walk, directory === root)
      if (why !== undefined) return why
      if (walk.links && entry.isSymbolicLink() && isPrinted(entry.name, walk))
        return `the link ${told(entry.name)} would be followed: leave links out with -type f`
      if (deep && entry.isDirectory()) open.push(join(directory, entry.name))
    }
  }
  return undefined
}

const readIndex = (path: string): Buffer | undefined => {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > MAX_INDEX_BYTES) return undefined
    const bytes = Buffer.alloc(size)
    return readSync(file, bytes, 0, size, 0) === size ? bytes : undefined
  } finally {
    closeSync(file)
  }
}

/** The length of everything before the name in an entry of the index, with and without extended flags. */
const ENTRY_HEAD = 62

/** The names in an index of the usual form; undefined for any other. */
const namesInIndex = (bytes: Buffer): readonly string[] | undefined => {
  const version = bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'DIRC' ? bytes.readUInt32BE(4) : 0
  const count = bytes.length >= 12 ? bytes.readUInt32BE(8) : 0
  if ((version !== 2 && version !== 3) || count > MAX_NAMES) return undefined
  const names: string[] = []
  let at = 12
  for (let left = count; left > 0; left -= 1) {
    if (at + ENTRY_HEAD > bytes.length) return undefined
    const extended = (bytes.readUInt16BE(at + 60) & 0x4000) !== 0
    const start = at + ENTRY_HEAD + (extended ? 2 : 0)
    const end = bytes.indexOf(0, start)
    const name = end <= start ? '' : bytes.toString('utf8', start, end)
    // A directory stands for names that are not here; the others lead out, and git writes none of them.
    if (name.split('/').some(part => part === '' || part === '.' || part === '..')) return undefined
    names.push(name)
    at += Math.ceil((end - at + 1) / 8) * 8
  }
  return names
}

/** git prints what is in its index, whether or not it is on disk. */
const whyNotTracked = (root: string, walk: Walk): string | undefined => {
  const top = repositoryTop(root)
  const index = top === undefined ? undefined : join(top, '.git', 'index')
  const bytes = index === undefined || !existsSync(index) ? undefined : readIndex(index)
  const names = bytes && namesInIndex(bytes)
  if (top === undefined || !names) return 'the names that git keeps cannot be looked at'
  const plain = new Set<string>()
  for (const name of names) {
    // From a directory below the top a name begins with any of its parts.
    const why = name
      .split('/')
      .map(part => whyNotName(part, walk, true))
      .find(found => found !== undefined)
    if (why !== undefined) return why
    const link = linkOnTheWay(top, name, plain)
    if (link !== undefined) return `the link ${told(link)} would be followed`
  }
  return undefined
}

/** A directory that git keeps may have become a link since. `plain` are those that are none. */
const linkOnTheWay = (top: string, name: string, plain: Set<string>): string | undefined => {
  const parts = name.split('/')
  for (let count = 1; count <= parts.length; count += 1) {
    const at = parts.slice(0, count).join('/')
    if (plain.has(at)) continue
    if (lstatSync(join(top, at), { throwIfNoEntry: false })?.isSymbolicLink()) return at
    plain.add(at)
  }
  return undefined
}

/** Why the names that a command prints could be read as more than names of files here. */
export const whyNotNames = (root: string, walk: Walk): string | undefined => {
  try {
    return walk.tracked ? whyNotTracked(root, walk) : whyNotWalk(root, walk)
  } catch {
    return `${root} cannot be listed`
  }
}

/** The directory that holds the repository a directory belongs to, told without reading anything in it. */
const repositoryTop = (directory: string): string | undefined => {
  const start = resolveReal(directory)
  if (!start.ok) return undefined
  for (let at = start.real; ; at = dirname(at)) {
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false })) return at
    // A directory that looks like the inside of a repository may be taken for one.
    if (existsSync(join(at, 'HEAD')) || at === dirname(at)) return undefined
  }
}

/** Why git would not use the same repository in both directories. */
export const whyOtherRepository = (from: string, to: string): string | undefined => {
  const top = repositoryTop(from)
  return top !== undefined && repositoryTop(to) === top
    ? undefined
    : `${to} may belong to another repository, with a configuration of its own`
}
