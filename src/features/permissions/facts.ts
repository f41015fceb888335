import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { expandHome, isInside, type KnownDirectories } from '../../lib/paths.ts'
import type { ShellReader } from '../../lib/shell/command.ts'
import type { Access } from '../../protocol/access.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { shellText } from '../../protocol/messages/permissions/shell.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { FindGitRisk } from './git/git-risk.ts'
import { whyNotNames, whyOtherRepository } from './git/name-doubts.ts'
import { carriedProtected, UNSEEN } from './paths/carried-names.ts'
import { CONFIG_HOME, markConfigHomes } from './paths/config-homes.ts'
import { expandWildcard, namesOf } from './paths/expand-wildcard.ts'
import { lookUp, lookUpGiven, type PathFacts } from './paths/path-facts.ts'
import { whyProtected, whyRun } from './paths/path-verdict.ts'
import { findProtected } from './paths/protected.ts'
import { restrictedAs } from './remote-calls.ts'
import { markRunFiles, type RunFiles } from './run-files/run-files.ts'
import type { Carried } from './shell/carried-trees.ts'
import type { PathUse } from './shell/path-use.ts'
import { readShell, type ShellReading, visitUses } from './shell/reading.ts'

/** What is true on disk when the question is asked. */
export interface Facts {
  /** By position of the access; only for shell accesses. */
  readonly readings: ReadonlyMap<number, ShellReading>
  /** By the path as an access or reading spells it. */
  readonly paths: ReadonlyMap<string, PathFacts>
  /** Not every path was looked up: there are too many. */
  readonly cut: boolean
  /** For paths with a wildcard, by `wildcardKey`: what it may stand for now; undefined when that cannot be listed. */
  readonly matches: ReadonlyMap<string, readonly PathFacts[] | undefined>
  /** For directories that are changed with all that is in them: a protected name directly inside; or too much to look at. */
  readonly holds: ReadonlyMap<string, string | typeof TOO_MANY>
  /** What comes with trees, archives and patches: why one of its names is protected, or that nobody can tell. */
  readonly brought: ReadonlyMap<Carried, LocalizedText | typeof UNSEEN>
  /** By `doubtKey`: why names in a directory, or the repository it belongs to, are not what they should be. */
  readonly doubts: ReadonlyMap<string, LocalizedText>
  readonly gitRisk: LocalizedText | undefined
  /** What the settings in force run; undefined when nothing would be written, or nobody said. */
  readonly runFiles: RunFiles | undefined
}

/** Nobody knows what is in a directory: there was no time to look at all of it. */
export const TOO_MANY = Symbol('too many entries')

/** A command that names more is not worth the time: what is not looked up asks. */
const MAX_PATHS = 400
const MAX_WILDCARDS = 100
const MAX_CARRIED = 20
/** Walks through directories that one command may cost. */
const MAX_DOUBTS = 4
/** Directory entries that one command's wildcards may be compared with, all together. */
const MAX_ENTRIES = 10_000

/** Under which a wildcard's matches are kept. */
export const wildcardKey = (use: PathUse): string => `${use.path}\0${use.glob ?? ''}`

/** Under which a doubt about a use is kept. */
export const doubtKey = ({ path, walk, repositoryOf }: PathUse): string =>
  `${path}\0${repositoryOf ?? ''}\0${walk ? Object.values(walk).join() : ''}`

export const pathOfAccess = (path: string, policy: Policy): string => {
  const expanded = expandHome(path, policy.home)
  // Not normalised: what `..` means is found out on disk.
  return isAbsolute(expanded) ? expanded : `${policy.cwd}/${expanded}`
}

const protectedIn = (
  path: PathFacts | undefined,
  budget: { entries: number },
): string | typeof TOO_MANY | undefined => {
  if (!path?.ok || path.kind !== 'directory') return undefined
  if (budget.entries < 0) return TOO_MANY
  return namesOf(path.real, budget)
    .map(findProtected)
    .find(name => name !== undefined)
}

/** What looking needs of others. */
export interface FactDeps {
  /** Needed for shell accesses. */
  readonly read: ShellReader | undefined
  readonly gitRisk: FindGitRisk
  readonly runFiles?: (policy: Policy) => RunFiles | undefined
}

const mayWrite = ({ kind }: Access): boolean => kind === 'write' || kind === 'shell'

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Looks up everything that a decision about these accesses depends on. Bounded. */
export const gatherFacts = (
  accesses: readonly Access[],
  policy: Policy,
  { read, gitRisk, runFiles: findRunFiles }: FactDeps,
): Facts => {
  const readings = new Map<number, ShellReading>()
  const root = policy.roots.find(one => isInside(policy.cwd, one, { caseSensitive: true }))
  const runFiles = accesses.some(mayWrite) ? findRunFiles?.(policy) : undefined
  const [markHomes, markRuns] = [markConfigHomes(policy), markRunFiles(runFiles)]
  const onDisk = new Findings(path => markRuns(markHomes(path)), runFiles)
  let git = false
  for (const [at, given] of accesses.entries()) {
    const access = restrictedAs(given)
    if (access.kind === 'read' || access.kind === 'write' || access.kind === 'search')
      onDisk.given(pathOfAccess(access.path, policy))
    if (access.kind !== 'shell' || !read) continue
    const reading = readShell(access.command, {
      cwd: policy.cwd,
      home: policy.home,
      read,
      isThere,
      ...(root === undefined ? {} : { root }),
    })
    readings.set(at, reading)
    git ||= reading.distinct.some(part => part.look.ok && part.look.git)
    visitUses(reading, onDisk.note)
    for (const part of reading.distinct) part.carried.forEach(onDisk.carry)
  }
  const { paths, cut, matches, holds, brought, doubts } = onDisk
  const risk = git ? gitRisk(policy) : undefined
  return { readings, paths, cut, matches, holds, brought, doubts, gitRisk: risk, runFiles }
}

/** What was looked up for one call. */
class Findings {
  readonly paths = new Map<string, PathFacts>()
  readonly matches = new Map<string, readonly PathFacts[] | undefined>()
  readonly holds = new Map<string, string | typeof TOO_MANY>()
  readonly brought = new Map<Carried, LocalizedText | typeof UNSEEN>()
  readonly doubts = new Map<string, LocalizedText>()
  cut = false
  #looked = 0
  readonly #places: KnownDirectories = new Map()
  readonly #inside = new Set<string>()
  readonly #budget = { entries: MAX_ENTRIES }
  readonly #mark: (path: PathFacts) => PathFacts
  readonly #runFiles: RunFiles | undefined

  constructor(mark: (path: PathFacts) => PathFacts, runFiles: RunFiles | undefined) {
    this.#mark = mark
    this.#runFiles = runFiles
  }

  given(path: string): void {
    if (this.paths.size < MAX_PATHS) this.paths.set(path, this.#mark(lookUpGiven(path)))
    else this.cut = true
  }

  readonly note = (use: PathUse): void => {
    if (!this.paths.has(use.path)) {
      if (this.paths.size < MAX_PATHS) this.paths.set(use.path, this.#mark(lookUp(use.path, this.#places)))
      else this.cut = true
    }
    if (use.sameAs !== undefined && !this.paths.has(use.sameAs))
      this.note({ path: use.sameAs, kind: use.kind })
    if (use.walk || use.repositoryOf !== undefined) this.#doubt(use)
    if (use.glob !== undefined) this.#expand(use, use.glob)
    else if (use.deep && use.kind === 'write') this.#lookInside(use.path)
  }

  readonly carry = (carried: Carried): void => {
    const found =
      this.#looked < MAX_CARRIED ? carriedProtected(carried, name => this.#whyBrought(name)) : UNSEEN
    this.#looked += 1
    if (found !== undefined) this.brought.set(carried, found)
  }

  #whyBrought(path: string): LocalizedText | undefined {
    const name = findProtected(path)
    if (name !== undefined) return whyProtected(name)
    const by = this.#runFiles?.namedBy(path)
    return by === undefined ? undefined : whyRun(path, by)
  }

  #doubt(use: PathUse): void {
    const key = doubtKey(use)
    if (this.doubts.has(key)) return
    const { path, walk, repositoryOf } = use
    const why =
      this.doubts.size >= MAX_DOUBTS
        ? shellText('too_much_to_look_at')
        : ((walk && whyNotNames(path, walk)) ??
          (repositoryOf === undefined ? undefined : whyOtherRepository(repositoryOf, path)))
    if (why !== undefined) this.doubts.set(key, why)
  }

  #lookInside(path: string): void {
    if (this.#inside.has(path)) return
    this.#inside.add(path)
    const known = this.paths.get(path)
    const held = known?.ok && known.holdsConfigHome ? CONFIG_HOME : protectedIn(known, this.#budget)
    if (held !== undefined) this.holds.set(path, held)
  }

  #expand(use: PathUse, glob: string): void {
    if (this.matches.size >= MAX_WILDCARDS) return
    const key = wildcardKey(use)
    if (!this.matches.has(key))
      this.matches.set(key, expandWildcard(use.path, glob, this.#budget)?.map(this.#mark))
  }
}
