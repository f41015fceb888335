import {
  constants,
  copyFileSync,
  lstatSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { fieldsOf, type WorktreeDeps } from './deps.ts'
import type { WorktreeRecord } from './record.ts'

/** Names, in the syntax of .gitignore, which ignored files a worktree gets copies of. */
const INCLUDE_FILE = '.worktreeinclude'
const MOST_FILES = 5_000
const MOST_BYTES = 512 * 1024 * 1024

interface Bringing {
  readonly main: string
  readonly path: string
  readonly links: readonly string[]
}

/** Copies ignored files and links directories of the main checkout; what cannot be brought is left out. */
export const bringFiles = async (
  at: Bringing,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<Pick<WorktreeRecord, 'copied' | 'links'>> => {
  const links = await linkDirectories(at, deps)
  const copied: Record<string, readonly [number, number]> = {}
  let bytes = 0
  for (const name of (await includedFiles(at.main, deps)).slice(0, MOST_FILES)) {
    if (Object.keys(links).some(link => name === link || name.startsWith(`${link}/`))) continue
    const size = bytes < MOST_BYTES ? copyInto(at, name) : undefined
    if (!size) continue
    bytes += size[0]
    copied[name] = size
  }
  return { copied, links }
}

/** Files that git ignores and the list names. */
const includedFiles = async (
  main: string,
  { git }: Pick<WorktreeDeps, 'git'>,
): Promise<readonly string[]> => {
  if (!hasPatterns(join(main, INCLUDE_FILE))) return []
  const args = ['ls-files', '-z', '--others', '--ignored', `--exclude-from=${INCLUDE_FILE}`]
  const listed = await git({ cwd: main, args })
  const names = listed.ok ? fieldsOf(listed.output).filter(name => !name.endsWith('/')) : []
  if (names.length === 0) return []
  const checked = await git({ cwd: main, args: ['check-ignore', '-z', '--stdin'], input: names.join('\0') })
  return fieldsOf(checked.output)
}

const hasPatterns = (path: string): boolean => {
  try {
    const facts = lstatSync(path)
    return facts.isFile() && facts.size < 1024 * 1024 && /^\s*[^#\s]/m.test(readFileSync(path, 'utf8'))
  } catch {
    // There is none, or nobody may read it.
    return false
  }
}

/** Size and time of the copy; undefined when there is none. */
const copyInto = ({ main, path }: Bringing, name: string): readonly [number, number] | undefined => {
  try {
    const from = join(main, name)
    const facts = lstatSync(from)
    if (!facts.isFile()) return undefined
    const to = join(path, name)
    if (!isWithin(to, path)) return undefined
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    utimesSync(to, facts.atime, facts.mtime)
    const copy = lstatSync(to)
    return [copy.size, copy.mtimeMs]
  } catch {
    // There already, gone meanwhile, or not to be read: the worktree does without.
    return undefined
  }
}

/** The parent, made when it is missing, lies where it seems to: a link in the checkout could lead anywhere. */
const isWithin = (to: string, root: string): boolean => {
  makeDirectories(dirname(to))
  return `${realpathSync.native(dirname(to))}${sep}`.startsWith(`${realpathSync.native(root)}${sep}`)
}

const linkDirectories = async (
  { main, path, links }: Bringing,
  { git }: Pick<WorktreeDeps, 'git'>,
): Promise<Record<string, string>> => {
  const made: Record<string, string> = {}
  for (const wanted of links) {
    const name = normalize(wanted).replace(/\/+$/, '')
    if (isAbsolute(name) || name === '.' || name.split(sep).includes('..')) continue
    const target = join(main, name)
    try {
      const real = realpathSync.native(target)
      if (!lstatSync(real).isDirectory() || !isWithin(join(path, name), path)) continue
      symlinkSync(target, join(path, name), 'dir')
      made[name] = target
    } catch {
      // Not there, or the checkout has one of its own.
      continue
    }
    // A pattern for directories does not fit the link: without this it would be offered for a commit.
    if ((await git({ cwd: main, args: ['check-ignore', '-q', `${name}/`] })).ok) keepOutOfGit(target)
  }
  return made
}
