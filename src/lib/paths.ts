import { lstatSync, realpathSync } from 'node:fs'
import ownPaths, { dirname, normalize, type PlatformPath, sep } from 'node:path'
import { answersOtherCase, type CaseRule, foldCase, isSpelledFreely, tellsCase } from './case-rule.ts'
import { type PathSystem, THIS_SYSTEM } from './path-system.ts'

/** Where a path leads. */
export type ResolvedPath =
  | {
      readonly ok: true
      /** The file that a program would open: every link followed, or the name it would get if it does not exist. */
      readonly real: string
      /** Every name on the way, the given one first. */
      readonly hops: readonly string[]
      readonly exists: boolean
    }
  | {
      readonly ok: false
      readonly problem: PathProblem
      /** The code of the system's error. */
      readonly code?: string
      /** In English. */
      readonly why: string
    }

export type PathProblem =
  | 'nul_byte'
  | 'relative'
  | 'too_long'
  | 'above_missing'
  | 'too_many_links'
  | 'unresolvable'

const MAX_HOPS = 40
/** Twice what the kernel takes in one call, for a long directory with a long name in it. */
const MAX_CHARS = 8_192

/** `~` and `~/x` in the home directory (on Windows also `~\x`); `~other` is left as it is. */
export const expandHome = (path: string, home: string, paths: PlatformPath = ownPaths): string =>
  path === '~'
    ? home
    : path.startsWith('~/') || path.startsWith(`~${paths.sep}`)
      ? paths.join(home, path.slice(2))
      : path

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

interface Walk {
  readonly system: PathSystem
  /** What stands before the first name without a separator at its end: nothing, a drive or a share. */
  root: string
  /** Names still to go through, the next one last. */
  readonly pending: string[]
  /** Names known to be real. */
  done: string[]
  /** The path of `done`, kept beside it so that a step costs no more than a name. */
  here: string
  readonly hops: string[]
  links: number
  missing: boolean
}

type Kind = 'link' | 'other' | 'nothing'

const kindOf = (path: string, system: PathSystem): Kind => {
  try {
    const found = system.look(path)
    return found === undefined ? 'nothing' : found.isSymbolicLink() ? 'link' : 'other'
  } catch (error) {
    // ENOTDIR: something on the way is a file, so nothing can be below it.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return 'nothing'
    throw error
  }
}

/** Takes one name; answers why the path must be refused, if it must. */
const step = (walk: Walk, name: string): keyof typeof WORDS | undefined => {
  if (name === '' || name === '.') return undefined
  if (name === '..') {
    const left = walk.done.pop()
    if (left !== undefined) walk.here = walk.here.slice(0, -(left.length + 1))
    return walk.missing ? 'above_missing' : undefined
  }
  const { paths } = walk.system
  const here = walk.here + paths.sep + name
  const kind = walk.missing ? 'nothing' : kindOf(here, walk.system)
  if (kind !== 'link') {
    walk.missing ||= kind === 'nothing'
    const own = kind === 'other' ? ownName(walk, name) : name
    walk.done.push(own)
    walk.here = walk.here + paths.sep + own
    return undefined
  }
  walk.links += 1
  if (walk.links > MAX_HOPS) return 'too_many_links'
  const target = walk.system.readLink(here)
  const [root, names] = splitRoot(target, paths)
  if (root !== undefined || target.startsWith(paths.sep)) {
    walk.root = root ?? walk.root
    walk.done = []
    walk.here = walk.root
  }
  walk.pending.push(...names.reverse())
  walk.hops.push(paths.normalize(`${walk.here}${paths.sep}${walk.pending.toReversed().join(paths.sep)}`))
  return undefined
}

/** The second name that Windows gives to long ones and to those that begin with a dot: `GIT~1` is `.git`. */
const SHORT_NAME = /~\d/

/**
 * What a directory calls a file that it does not list under the given name: in other case, composed otherwise, or under
 * a second name that a drive of Windows, also one that WSL shows, answers when it is asked for the real one.
 */
const ownName = ({ here, system }: Walk, name: string): string => {
  const directory = here === '' || here.endsWith(':') ? here + system.paths.sep : here
  const isShort = SHORT_NAME.test(name)
  if (!isShort && !/[^ -~]/.test(name) && !answersOtherCase(directory, name, system)) return name
  const listed = system.names(directory)
  if (listed.includes(name)) return name
  const found = system.look(here + system.paths.sep + name)
  const isIt = (each: string): boolean => {
    const other = system.look(here + system.paths.sep + each)
    return other?.ino === found?.ino && other?.dev === found?.dev
  }
  const own = listed.find(each => foldCase(each) === foldCase(name) && isIt(each)) ?? listed.find(isIt)
  if (own !== undefined) return own
  // Then nobody knows which one is meant.
  if (isShort) throw Object.assign(new Error('under no name'), { code: 'ESHORTNAME' })
  return name
}

/** A path's drive or share, if it names one, and the names behind it; where there are no drives nothing is before them. */
const splitRoot = (path: string, paths: PlatformPath): readonly [string | undefined, string[]] => {
  if (paths.sep === '/') return [path.startsWith('/') ? '' : undefined, path.split('/')]
  // Junctions are told in the form that no program shortens.
  const plain = path.replace(/^\\\\\?\\(?:UNC\\)?/, prefix => (prefix.endsWith('UNC\\') ? '\\\\' : ''))
  const { root } = paths.parse(plain)
  const names = plain.slice(root.length).split(/[\\/]/)
  return [/^[\\/]?$/.test(root) ? undefined : root.replace(/[\\/]+$/, '').replaceAll('/', '\\'), names]
}

const WORDS: Readonly<Record<Exclude<PathProblem, 'unresolvable'>, string>> = {
  nul_byte: 'the path holds a NUL byte',
  relative: 'the path is not absolute',
  too_long: 'the path is longer than any file system takes',
  above_missing: 'the path goes up from a directory that does not exist',
  too_many_links: `more than ${MAX_HOPS} links in a row`,
}

const refuse = (problem: keyof typeof WORDS): ResolvedPath => ({ ok: false, problem, why: WORDS[problem] })

const walkLinks = (path: string, system: PathSystem): ResolvedPath => {
  const [root = '', names] = splitRoot(path, system.paths)
  const pending = names.reverse()
  const hops = [system.paths.normalize(path)]
  const walk: Walk = { system, root, pending, done: [], here: root, hops, links: 0, missing: false }
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const refusal = step(walk, name)
    if (refusal) return refuse(refusal)
  }
  const real = walk.here === walk.root ? walk.root + system.paths.sep : walk.here
  return { ok: true, real, hops: [...new Set([...walk.hops, real])], exists: !walk.missing }
}

/**
 * What was found out about directories by one look at many paths: each is its own real name (`plain`), is missing where
 * its nearest ancestor is plain (`absent`), or needs a walk. Good for one moment only.
 */
export type KnownDirectories = Map<string, 'plain' | 'absent' | 'walk'>

/** Missing directories in a row above which the walk, which comes from the other end, is faster. */
const MAX_ABSENT = 4

const placeOf = (
  directory: string,
  known: KnownDirectories,
  left = MAX_ABSENT,
): 'plain' | 'absent' | 'walk' => {
  const before = known.get(directory)
  if (before !== undefined) return before
  const look = (): 'plain' | 'absent' | 'walk' => {
    if (lstatSync(directory, { throwIfNoEntry: false }) !== undefined)
      return isPlain(directory) ? 'plain' : 'walk'
    if (left === 0) return 'walk'
    return placeOf(dirname(directory), known, left - 1) === 'walk' ? 'walk' : 'absent'
  }
  const found = look()
  known.set(directory, found)
  return found
}

/** No link on the way, and no other way to spell it. */
const isPlain = (path: string): boolean => realpathSync.native(path) === path && !isSpelledFreely(path)

/** The answer for most paths, without a walk: no link on the way. */
const resolvePlain = (path: string, known: KnownDirectories): ResolvedPath | undefined => {
  try {
    const exists = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    if (path.length > 1 && path.endsWith(sep)) return undefined
    if (exists ? !isPlain(path) : normalize(path) !== path) return undefined
    if (!exists && placeOf(dirname(path), known) === 'walk') return undefined
    return { ok: true, real: path, hops: [path], exists }
  } catch {
    // Missing or unreadable: the walk finds out which, and where.
    return undefined
  }
}

/**
 * Resolves an absolute path as the kernel would: `..` after a link leaves the link's target. What does not exist yet
 * keeps its names below the nearest existing ancestor; a dangling link counts as existing and is followed.
 */
export const resolveReal = (
  path: string,
  known: KnownDirectories = new Map(),
  system: PathSystem = THIS_SYSTEM,
): ResolvedPath => {
  if (path.includes('\0')) return refuse('nul_byte')
  if (!system.paths.isAbsolute(path)) return refuse('relative')
  if (path.length > MAX_CHARS) return refuse('too_long')
  const plain = system === THIS_SYSTEM && !SHORT_NAME.test(path) ? resolvePlain(path, known) : undefined
  if (plain) return plain
  try {
    return walkLinks(path, system)
  } catch (error) {
    const code = codeOf(error) || String(error)
    return { ok: false, problem: 'unresolvable', code, why: `the path cannot be resolved (${code})` }
  }
}

/** Equal to the root or below it, by whole names. Both must be resolved already. */
export const isInside = (
  path: string,
  root: string,
  options: { readonly caseSensitive: CaseRule; readonly sep?: string },
): boolean => {
  const divider = options.sep ?? sep
  if (isBelow(path.normalize('NFC'), root.normalize('NFC'), divider)) return true
  // Whether case counts there is found out only where it matters.
  return (
    options.caseSensitive !== true &&
    isBelow(foldCase(path), foldCase(root), divider) &&
    !tellsCase(options.caseSensitive, path) &&
    !tellsCase(options.caseSensitive, root)
  )
}

const isBelow = (inner: string, outer: string, divider: string): boolean =>
  inner.startsWith(outer) &&
  (inner.length === outer.length || outer.endsWith(divider) || inner[outer.length] === divider)
