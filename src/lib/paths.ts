import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'

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

/** `~` and `~/x` in the home directory; `~other` is left as it is. */
export const expandHome = (path: string, home: string): string =>
  path === '~' ? home : path.startsWith('~/') ? join(home, path.slice(2)) : path

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

interface Walk {
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

const kindOf = (path: string): Kind => {
  try {
    // No error for what is missing: making one takes longer than the look.
    const found = lstatSync(path, { throwIfNoEntry: false })
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
  const here = walk.here + sep + name
  const kind = walk.missing ? 'nothing' : kindOf(here)
  if (kind !== 'link') {
    walk.missing ||= kind === 'nothing'
    walk.done.push(name)
    walk.here = here
    return undefined
  }
  walk.links += 1
  if (walk.links > MAX_HOPS) return 'too_many_links'
  const target = readlinkSync(here)
  if (target.startsWith(sep)) {
    walk.done = []
    walk.here = ''
  }
  walk.pending.push(...target.split(sep).reverse())
  walk.hops.push(normalize(`${walk.here}${sep}${walk.pending.toReversed().join(sep)}`))
  return undefined
}

const WORDS: Readonly<Record<Exclude<PathProblem, 'unresolvable'>, string>> = {
  nul_byte: 'the path holds a NUL byte',
  relative: 'the path is not absolute',
  too_long: 'the path is longer than any file system takes',
  above_missing: 'the path goes up from a directory that does not exist',
  too_many_links: `more than ${MAX_HOPS} links in a row`,
}

const refuse = (problem: keyof typeof WORDS): ResolvedPath => ({ ok: false, problem, why: WORDS[problem] })

const walkLinks = (path: string): ResolvedPath => {
  const pending = path.split(sep).reverse()
  const walk: Walk = { pending, done: [], here: '', hops: [normalize(path)], links: 0, missing: false }
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const refusal = step(walk, name)
    if (refusal) return refuse(refusal)
  }
  const real = walk.here || sep
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
      return realpathSync.native(directory) === directory ? 'plain' : 'walk'
    if (left === 0) return 'walk'
    return placeOf(dirname(directory), known, left - 1) === 'walk' ? 'walk' : 'absent'
  }
  const found = look()
  known.set(directory, found)
  return found
}

/** The answer for most paths, without a walk: no link on the way. */
const resolvePlain = (path: string, known: KnownDirectories): ResolvedPath | undefined => {
  try {
    const exists = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    if (path.length > 1 && path.endsWith(sep)) return undefined
    if (exists ? realpathSync.native(path) !== path : normalize(path) !== path) return undefined
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
export const resolveReal = (path: string, known: KnownDirectories = new Map()): ResolvedPath => {
  if (path.includes('\0')) return refuse('nul_byte')
  if (!isAbsolute(path)) return refuse('relative')
  if (path.length > MAX_CHARS) return refuse('too_long')
  const plain = resolvePlain(path, known)
  if (plain) return plain
  try {
    return walkLinks(path)
  } catch (error) {
    const code = codeOf(error) || String(error)
    return { ok: false, problem: 'unresolvable', code, why: `the path cannot be resolved (${code})` }
  }
}

/** Equal to the root or below it, by whole names. Both must be resolved already. */
export const isInside = (
  path: string,
  root: string,
  options: { readonly caseSensitive: boolean },
): boolean => {
  const inner = fold(path, options.caseSensitive)
  const outer = fold(root, options.caseSensitive)
  if (!inner.startsWith(outer)) return false
  return inner.length === outer.length || outer.endsWith(sep) || inner[outer.length] === sep
}

const fold = (text: string, caseSensitive: boolean): string =>
  (caseSensitive ? text : text.toLowerCase()).normalize('NFC')
