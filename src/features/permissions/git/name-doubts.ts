import { closeSync, existsSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readGitView } from '../../../lib/git/read-git-view.ts'
import { resolveReal } from '../../../lib/paths.ts'
import { matchWildcard } from '../../../lib/text/wildcard.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { shellText } from '../../../protocol/messages/permissions/shell.ts'
import type { Walk } from '../shell/path-use.ts'
import { namesInIndex } from './index-names.ts'

/** More names are not looked at: what prints them asks. */
const MAX_NAMES = 5_000
const MAX_INDEX_BYTES = 4_000_000
/** Of a search only the directories are looked at, and there are far fewer of them. */
const MAX_SEARCHED_NAMES = 500_000
const MAX_SEARCHED_BYTES = 64_000_000

/** What a name must not hold, by who takes the output apart. */
const BREAKING: Readonly<Record<Walk['separator'], RegExp | undefined>> = {
  nul: undefined,
  line: /\n/,
  blank: /[\s'"\\]/,
  word: /[\s*?[\\]/,
}

const told = (name: string): string => JSON.stringify(name.slice(0, 40))

/** Why a name among those that a command prints would be read as something else. */
const whyNotName = (name: string, walk: Walk, top: boolean): LocalizedText | undefined => {
  if (BREAKING[walk.separator]?.test(name)) return shellText('name_split', { name: told(name) })
  // An entry of the directory itself is printed with nothing before it.
  return top && walk.bare && name.startsWith('-')
    ? shellText('name_like_option', { name: told(name) })
    : undefined
}

/** In doubt yes: where a bracket ends is for others to say, so that everything from one on counts as any text. */
const isPrinted = (name: string, { named }: Walk): boolean =>
  named === undefined ||
  matchWildcard(
    named
      .toLowerCase()
      .replace(/[[\\][\s\S]*/, '*')
      .replaceAll('?', '*'),
    name.toLowerCase(),
  )

const whyNotWalk = (root: string, walk: Walk): LocalizedText | undefined => {
  // Where every name is whole, begins with its directory and is no link, there is nothing to look for.
  if (walk.separator === 'nul' && !walk.links && !walk.bare) return undefined
  const deep = walk.deep && !(walk.separator === 'nul' && !walk.links)
  const open = [root]
  let seen = 0
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    const entries = readdirSync(directory, { withFileTypes: true })
    seen += entries.length
    if (seen > MAX_NAMES) return shellText('too_many_names')
    for (const entry of entries) {
      const why = whyNotName(entry.name, walk, directory === root)
      if (why !== undefined) return why
      if (walk.links && entry.isSymbolicLink() && isPrinted(entry.name, walk))
        return shellText('link_followed_type', { name: told(entry.name) })
      if (deep && entry.isDirectory()) open.push(join(directory, entry.name))
    }
  }
  return undefined
}

const readIndex = (path: string, most: number): Buffer | undefined => {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > most) return undefined
    const bytes = Buffer.alloc(size)
    return readSync(file, bytes, 0, size, 0) === size ? bytes : undefined
  } finally {
    closeSync(file)
  }
}

/** In a linked worktree or a submodule `.git` is a file, and only git says where it leads. */
const indexOf = (top: string): string | undefined => {
  const git = join(top, '.git')
  if (!lstatSync(git).isFile()) return join(git, 'index')
  const view = readGitView({ cwd: top, env: {} })
  return view.kind === 'repository' ? join(view.directory, 'index') : undefined
}

/** git prints what is in its index, whether or not it is on disk. */
const whyNotTracked = (root: string, walk: Walk): LocalizedText | undefined => {
  const top = repositoryTop(root)
  const index = top === undefined ? undefined : indexOf(top)
  // Where nothing is kept a search has nothing to open.
  const isOwn = top === undefined || lstatSync(join(top, '.git')).isDirectory()
  if (!walk.links && isOwn && (index === undefined || !existsSync(index))) return undefined
  const bytes =
    index === undefined || !existsSync(index)
      ? undefined
      : readIndex(index, walk.links ? MAX_INDEX_BYTES : MAX_SEARCHED_BYTES)
  const names = bytes && namesInIndex(bytes, { most: walk.links ? MAX_NAMES : MAX_SEARCHED_NAMES })
  if (top === undefined || !names || names.some(name => name.endsWith('/')))
    return shellText('tracked_names_unknown')
  const plain = new Set<string>()
  for (const name of names) {
    // From a directory below the top a name begins with any of its parts.
    const why = name
      .split('/')
      .map(part => whyNotName(part, walk, true))
      .find(found => found !== undefined)
    if (why !== undefined) return why
    const link = linkOnTheWay(top, walk.links ? name : dirname(name), plain)
    if (link !== undefined) return shellText('link_followed', { name: told(link) })
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
export const whyNotNames = (root: string, walk: Walk): LocalizedText | undefined => {
  try {
    return walk.tracked ? whyNotTracked(root, walk) : whyNotWalk(root, walk)
  } catch {
    return shellText('unlistable', { path: root })
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
export const whyOtherRepository = (from: string, to: string): LocalizedText | undefined => {
  const top = repositoryTop(from)
  return top !== undefined && repositoryTop(to) === top
    ? undefined
    : shellText('other_repository', { path: to })
}
