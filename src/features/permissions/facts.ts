import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { expandHome, resolveReal } from '../../lib/paths.ts'
import type { ShellReader } from '../../lib/shell/command.ts'
import type { Access } from '../../protocol/access.ts'
import type { Policy } from '../../protocol/permission.ts'
import { findGitRisk } from './git-risk.ts'
import { readShell, type ShellReading, usesIn } from './shell/reading.ts'

export type PathFacts =
  | {
      readonly ok: true
      /** The given name, every link on the way and the real name. */
      readonly names: readonly string[]
      readonly real: string
      readonly kind: 'file' | 'directory' | 'other' | 'none'
      /** Hard links to the file. */
      readonly links: number
    }
  | { readonly ok: false; readonly why: string }

interface FolderLink {
  readonly name: string
  readonly target: PathFacts
}

/** What is true on disk when the question is asked. */
export interface Facts {
  /** By position of the access; only for shell accesses. */
  readonly readings: ReadonlyMap<number, ShellReading>
  /** By the path as an access or reading spells it. */
  readonly paths: ReadonlyMap<string, PathFacts>
  /** For directories with a wildcard: what the links in them lead to; undefined when they cannot be listed. */
  readonly folders: ReadonlyMap<string, readonly FolderLink[] | undefined>
  readonly gitRisk: string | undefined
}

/** A command that names more is not worth the time: what is not looked up asks. */
const MAX_PATHS = 1_000
const MAX_ENTRIES = 5_000

export const pathOfAccess = (path: string, policy: Policy): string => {
  const expanded = expandHome(path, policy.home)
  return isAbsolute(expanded) ? expanded : join(policy.cwd, expanded)
}

const kindOf = (stat: Stats | undefined): 'file' | 'directory' | 'other' | 'none' =>
  stat === undefined ? 'none' : stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other'

const lookUp = (path: string): PathFacts => {
  const resolved = resolveReal(path)
  if (!resolved.ok) return resolved
  const stat = resolved.exists ? lstatSync(resolved.real, { throwIfNoEntry: false }) : undefined
  return { ok: true, names: resolved.hops, real: resolved.real, kind: kindOf(stat), links: stat?.nlink ?? 0 }
}

const linksIn = (directory: string): readonly FolderLink[] | undefined => {
  try {
    const entries = readdirSync(directory, { withFileTypes: true })
    if (entries.length > MAX_ENTRIES) return undefined
    return entries
      .filter(entry => entry.isSymbolicLink())
      .map(entry => ({ name: entry.name, target: lookUp(join(directory, entry.name)) }))
  } catch {
    // Missing or not a directory: the wildcard then stands for itself, which nobody wants approved.
    return undefined
  }
}

/** Looks up everything that a decision about these accesses depends on. Bounded; `read` is needed for shell accesses. */
export const gatherFacts = (
  accesses: readonly Access[],
  policy: Policy,
  read: ShellReader | undefined,
): Facts => {
  const readings = new Map<number, ShellReading>()
  const paths = new Map<string, PathFacts>()
  const folders = new Map<string, readonly FolderLink[] | undefined>()
  const note = (path: string): void => {
    if (!paths.has(path) && paths.size < MAX_PATHS) paths.set(path, lookUp(path))
  }
  let git = false
  for (const [at, access] of accesses.entries()) {
    if (access.kind === 'read' || access.kind === 'write' || access.kind === 'search')
      note(pathOfAccess(access.path, policy))
    if (access.kind !== 'shell' || !read) continue
    const reading = readShell(access.command, { cwd: policy.cwd, home: policy.home, read })
    readings.set(at, reading)
    git ||= reading.parts.some(part => part.look.ok && part.look.git)
    for (const use of usesIn(reading)) {
      note(use.path)
      if (use.glob !== undefined && folders.size < MAX_PATHS && !folders.has(use.path))
        folders.set(use.path, linksIn(use.path))
    }
  }
  return { readings, paths, folders, gitRisk: git ? findGitRisk(policy.cwd) : undefined }
}
