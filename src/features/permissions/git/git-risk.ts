import { type BigIntStats, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  isWorkTree,
  type RepositoryDoubt,
  whyBorrowed,
  whyNotConfirmed,
  whyOddConfiguration,
} from '../../../lib/git/confirm-repository.ts'
import { isHarmlessSetting } from '../../../lib/git/harmless-settings.ts'
import {
  type GitSetting,
  type GitView,
  type GitViewFrom,
  readGitFile,
  readGitView,
} from '../../../lib/git/read-git-view.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { shellText } from '../../../protocol/messages/permissions/shell.ts'
import { entriesInIndex } from './index-names.ts'

/** Why a git query in a directory could run something of the repository's choice. */
export type FindGitRisk = (at: { readonly cwd: string; readonly home: string }) => LocalizedText | undefined

export interface GitRiskDeps {
  /** That commands are started with, when it is known. */
  readonly env?: Readonly<Record<string, string | undefined>>
  now?(): number
}

/**
 * Git says what it reads, afresh for every question, unless nothing that its answer was made from has changed. Only
 * "no risk" in a repository of the plainest kind is remembered.
 */
export const createGitRisk = ({ env = {}, now = Date.now }: GitRiskDeps = {}): FindGitRisk => {
  const harmless = new Map<string, string>()
  return ({ cwd, home }) => {
    const start = nearestDirectory(cwd)
    const found = lookUpwards(start)
    // Git needs one or the other to find a repository, if the environment does not name one.
    if (!found.git && !found.head && !env['GIT_DIR']) return undefined
    // Where it is a file it leads to a directory, which git names.
    if (found.git && mayBeDirectory(found.git)) {
      const odd = whyOddConfiguration([found.git])
      if (odd !== undefined) return whyDoubted(odd)
    }
    const plain = env['GIT_DIR'] || env['GIT_INDEX_FILE'] ? undefined : found.git
    const before = plain === undefined ? undefined : fingerprint(start, plain, now())
    if (before !== undefined && harmless.get(start) === before) return undefined
    const from = { cwd: start, env: { ...env, HOME: env['HOME'] ?? home } }
    const view = readGitView(from)
    const risk = riskOf(view, from, found)
    harmless.delete(start)
    const isPlain = view.kind === 'repository' && view.directory === plain && view.common === plain
    // What changes in a repository within this one does not show in its own files.
    if (risk !== undefined || !isPlain || mayHoldOthers(plain)) return risk
    if (before !== undefined && fingerprint(start, plain, now()) === before) harmless.set(start, before)
    return risk
  }
}

/** In a directory that is not there nothing runs; what is above it decides what it will be. */
const nearestDirectory = (cwd: string): string => {
  for (let at = cwd; ; at = dirname(at)) {
    try {
      if (statSync(at, { throwIfNoEntry: false })?.isDirectory()) return at
    } catch {
      // Where we may not look, git will say so.
      return at
    }
    if (dirname(at) === at) return at
  }
}

const factsOf = (path: string): BigIntStats | 'unreadable' | undefined => {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return 'unreadable'
  }
}

interface FoundGit {
  /** The first `.git` on the way up. */
  readonly git: string | undefined
  /** Something before it could be a repository without one. */
  readonly head: boolean
  /** How many repositories this one is in, as far as they were looked at. */
  readonly depth?: number
}

const lookUpwards = (start: string): FoundGit => {
  let head = false
  for (let at = start; ; at = dirname(at)) {
    head ||= factsOf(join(at, 'HEAD')) !== undefined
    const git = join(at, '.git')
    if (factsOf(git) !== undefined) return { git, head }
    if (at === dirname(at)) return { git: undefined, head }
  }
}

/** What a change of the files below would change: times of the inode cannot be set by whoever writes it. */
const WATCHED = [
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'index',
  'modules',
  'objects',
  'objects/info',
  'objects/pack',
  'refs',
]
/** Some file systems count whole seconds: what is as new as that may be written again and look the same. */
const SETTLED_MS = 3_000

/** `undefined` when something is too new, a link or not to be looked at: then git is asked each time. */
const fingerprint = (start: string, git: string, now: number): string | undefined => {
  const paths = [git, ...WATCHED.map(name => join(git, name))]
  for (let at = start; ; at = dirname(at)) {
    paths.push(join(at, 'HEAD'))
    if (join(at, '.git') === git) break
    paths.push(join(at, '.git'))
  }
  const marks: string[] = []
  for (const path of paths) {
    const facts = factsOf(path)
    if (facts === 'unreadable' || facts?.isSymbolicLink() || (path === git && !facts?.isDirectory()))
      return undefined
    if (facts && Number(facts.ctimeMs) > now - SETTLED_MS) return undefined
    marks.push(
      facts ? [facts.dev, facts.ino, facts.mode, facts.size, facts.mtimeNs, facts.ctimeNs].join() : '-',
    )
  }
  return marks.join(' ')
}

const unknown = () => shellText('git_silent')

const riskOf = (view: GitView, from: GitViewFrom, found: FoundGit): LocalizedText | undefined => {
  if (view.kind === 'unknown') return unknown()
  if (view.kind === 'none') return whyRefused(from)
  if (view.bare) return shellText('bare_repository')
  const directories = [...new Set([view.directory, view.common])]
  const { git } = found
  const own = git === undefined || from.env['GIT_DIR'] ? undefined : git
  const risky =
    whyDoubted(whyOddConfiguration(directories)) ??
    riskySetting(own === undefined ? view.settings : view.settings.filter(one => !isWorkTree(one.name))) ??
    whyDoubted(own === undefined ? undefined : whyNotConfirmed(own, view)) ??
    whyDoubted(whyBorrowed(directories, [own === undefined ? view.directory : dirname(own)]))
  if (risky !== undefined) return risky
  const hashBytes = hashBytesOf(view.settings)
  for (const directory of directories) {
    const index = whyOddIndex(directory, { hashBytes, from, found })
    if (index !== undefined) return index
  }
  return undefined
}

const mayBeDirectory = (path: string): boolean => {
  const facts = factsOf(path)
  return facts === 'unreadable' || facts?.isFile() !== true
}

const whyDoubted = (found: RepositoryDoubt | undefined): LocalizedText | undefined => {
  if (!found) return undefined
  switch (found.doubt) {
    case 'configured':
      return shellText('git_configuration', { key: found.name })
    case 'leads_elsewhere':
      return shellText('repository_elsewhere')
    case 'unnamed':
      return shellText('repository_unnamed')
    case 'unreadable':
      return shellText('repository_unreadable')
    case 'linked_objects':
      return shellText('repository_linked_objects')
    case 'odd_file':
      return shellText('repository_odd_file', { name: found.name })
    case 'link':
      return shellText('repository_link', { name: found.name })
    case 'borrows':
      return shellText('repository_borrows', { name: found.name })
  }
}

const riskySetting = (settings: readonly GitSetting[] | undefined): LocalizedText | undefined => {
  if (settings === undefined) return unknown()
  const risky = settings.find(({ name }) => !isHarmlessSetting(name))
  return risky && shellText('git_configuration', { key: risky.name })
}

/** Nothing here is a repository for git; but what leads elsewhere, or is not ours, may be one for a later git. */
const whyRefused = (from: GitViewFrom): LocalizedText | undefined => {
  for (let at = from.cwd; ; at = dirname(at)) {
    const git = join(at, '.git')
    const facts = factsOf(git)
    if (facts !== undefined && !isLeftover(git, facts)) return shellText('repository_unreadable')
    const config = join(git, 'config')
    const risky = factsOf(config) === undefined ? undefined : riskySetting(readGitFile(config, from))
    if (risky !== undefined) return risky
    if (isBareRepository(at)) return shellText('bare_repository')
    if (at === dirname(at)) return undefined
  }
}

/** A directory of our own with nothing in it that leads elsewhere. */
const isLeftover = (path: string, facts: BigIntStats | 'unreadable'): boolean => {
  if (facts === 'unreadable' || !facts.isDirectory()) return false
  if (process.getuid && facts.uid !== BigInt(process.getuid())) return false
  try {
    return readdirSync(path, { withFileTypes: true }).every(
      entry => (entry.isFile() || entry.isDirectory()) && entry.name !== 'commondir',
    )
  } catch {
    // What cannot be read cannot be trusted.
    return false
  }
}

const isBareRepository = (directory: string): boolean => {
  const has = (name: string): boolean => factsOf(join(directory, name)) !== undefined
  return has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024
const MAX_NESTED = 50
const MAX_DEPTH = 4

/** The mode of a repository within the repository, as an index holds it; an index that only looks like it counts, too. */
const GITLINK = Buffer.from([0, 0, 0xe0, 0])

const mayHoldOthers = (directory: string): boolean => {
  const index = join(directory, 'index')
  return factsOf(index) !== undefined && readFileSync(index).includes(GITLINK)
}

const nested = () => shellText('nested_repositories')

/**
 * A query looks into repositories within this one, which have settings of their own. Of an index in two parts nobody
 * knows what is in it. And it shows every file that is named there.
 */
const whyOddIndex = (
  directory: string,
  { hashBytes, ...nest }: { readonly hashBytes: number } & Nest,
): LocalizedText | undefined => {
  try {
    if (readdirSync(directory).some(name => name.startsWith('sharedindex.'))) return nested()
    const index = join(directory, 'index')
    const facts = lstatSync(index, { throwIfNoEntry: false })
    if (!facts) return undefined
    if (!facts.isFile() || facts.size > MAX_INDEX_BYTES) return nested()
    const entries = entriesInIndex(readFileSync(index), { most: Number.MAX_SAFE_INTEGER, hashBytes })
    if (entries === undefined) return shellText('index_names_outside')
    return whyNested(
      entries.filter(entry => entry.gitlink || entry.name.endsWith('/')).map(entry => entry.name),
      nest,
    )
  } catch {
    // What cannot be read cannot be trusted.
    return nested()
  }
}

interface Nest {
  readonly from: GitViewFrom
  readonly found: FoundGit
}

/** Submodules that are checked out have to be as harmless as what they are in; other repositories are not looked into. */
const whyNested = (names: readonly string[], { from, found }: Nest): LocalizedText | undefined => {
  const { git, depth = 0 } = found
  if (names.length === 0) return undefined
  if (git === undefined || names.length > MAX_NESTED || depth >= MAX_DEPTH) return nested()
  for (const name of names) {
    const inner = join(dirname(git), name, '.git')
    const facts = factsOf(inner)
    if (facts === undefined) continue
    if (facts === 'unreadable' || !facts.isFile()) return nested()
    const cwd = dirname(inner)
    if (realpathSync.native(cwd) !== cwd) return nested()
    const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...env } = from.env
    const inside = { cwd, env }
    const why = riskOf(readGitView(inside), inside, { git: inner, head: false, depth: depth + 1 })
    if (why !== undefined) return shellText('submodule_risk', { name, why })
  }
  return undefined
}

const hashBytesOf = (settings: readonly GitSetting[]): number =>
  settings.some(({ name, value }) => name === 'extensions.objectformat' && value.toLowerCase() === 'sha256')
    ? 32
    : 20
