import { isAbsolute } from 'node:path'
import { expandHome } from '../../lib/paths.ts'
import type { ShellReader } from '../../lib/shell/command.ts'
import type { Access } from '../../protocol/access.ts'
import type { Policy } from '../../protocol/permission.ts'
import { expandWildcard, namesOf } from './expand-wildcard.ts'
import { findGitRisk } from './git-risk.ts'
import { lookUp, lookUpGiven, type PathFacts } from './path-facts.ts'
import { findProtected } from './protected.ts'
import type { PathUse } from './shell/path-use.ts'
import { readShell, type ShellReading, usesIn } from './shell/reading.ts'

/** What is true on disk when the question is asked. */
export interface Facts {
  /** By position of the access; only for shell accesses. */
  readonly readings: ReadonlyMap<number, ShellReading>
  /** By the path as an access or reading spells it. */
  readonly paths: ReadonlyMap<string, PathFacts>
  /** For paths with a wildcard, by `wildcardKey`: what it may stand for now; undefined when that cannot be listed. */
  readonly matches: ReadonlyMap<string, readonly PathFacts[] | undefined>
  /** For directories that are changed with all that is in them: a protected name directly inside. */
  readonly holds: ReadonlyMap<string, string>
  readonly gitRisk: string | undefined
}

/** A command that names more is not worth the time: what is not looked up asks. */
const MAX_PATHS = 400
const MAX_WILDCARDS = 100
/** Directory entries that one command's wildcards may be compared with, all together. */
const MAX_ENTRIES = 10_000

/** Under which a wildcard's matches are kept. */
export const wildcardKey = (use: PathUse): string => `${use.path}\0${use.glob ?? ''}`

export const pathOfAccess = (path: string, policy: Policy): string => {
  const expanded = expandHome(path, policy.home)
  // Not normalised: what `..` means is found out on disk.
  return isAbsolute(expanded) ? expanded : `${policy.cwd}/${expanded}`
}

const protectedIn = (path: PathFacts | undefined, budget: { entries: number }): string | undefined => {
  if (!path?.ok || path.kind !== 'directory' || budget.entries < 0) return undefined
  return namesOf(path.real, budget)
    .map(findProtected)
    .find(name => name !== undefined)
}

/** Looks up everything that a decision about these accesses depends on. Bounded; `read` is needed for shell accesses. */
export const gatherFacts = (
  accesses: readonly Access[],
  policy: Policy,
  read: ShellReader | undefined,
): Facts => {
  const readings = new Map<number, ShellReading>()
  const paths = new Map<string, PathFacts>()
  const matches = new Map<string, readonly PathFacts[] | undefined>()
  const given = (path: string): void => {
    if (paths.size < MAX_PATHS) paths.set(path, lookUpGiven(path))
  }
  const note = (path: string): void => {
    if (!paths.has(path) && paths.size < MAX_PATHS) paths.set(path, lookUp(path))
  }
  const holds = new Map<string, string>()
  const budget = { entries: MAX_ENTRIES }
  let git = false
  for (const [at, access] of accesses.entries()) {
    if (access.kind === 'read' || access.kind === 'write' || access.kind === 'search')
      given(pathOfAccess(access.path, policy))
    if (access.kind !== 'shell' || !read) continue
    const reading = readShell(access.command, { cwd: policy.cwd, home: policy.home, read })
    readings.set(at, reading)
    git ||= reading.parts.some(part => part.look.ok && part.look.git)
    for (const use of usesIn(reading)) {
      note(use.path)
      const held =
        use.deep && use.kind === 'write' && use.glob === undefined
          ? protectedIn(paths.get(use.path), budget)
          : undefined
      if (held !== undefined) holds.set(use.path, held)
      if (use.glob === undefined || matches.size >= MAX_WILDCARDS) continue
      const key = wildcardKey(use)
      if (!matches.has(key)) matches.set(key, expandWildcard(use.path, use.glob, budget))
    }
  }
  return { readings, paths, matches, holds, gitRisk: git ? findGitRisk(policy.cwd) : undefined }
}
