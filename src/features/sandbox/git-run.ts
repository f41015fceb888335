import { lstatSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GitEntry, GitNeeds } from '../../protocol/run-git.ts'
import { bwrapArgv } from './bubblewrap.ts'
import { arrangeMounts, type Mount } from './mounts.ts'
import { GIT_GUARDED, type SandboxPlan } from './plan.ts'
import { seatbeltProfile } from './seatbelt.ts'
import { setAside } from './set-aside.ts'

/** What a sandbox is made with on this machine. */
export interface SandboxProgram {
  readonly platform: string
  /** Path of bubblewrap, or of sandbox-exec. */
  readonly program: string
  /** Only a sandbox that shares the outside's view of processes works here. */
  readonly nested?: boolean
}

/** Git keeps notes about worktrees there; only where programs of others run are those of the other ones kept from them. */
const NOTES = 'worktrees'
const SETTINGS = ['config', 'config.worktree']

/** Git that starts no program of others: it writes what it was asked to write, and sees the rest as it is. */
export const enterPlainGit = (
  reach: GitNeeds,
  { program, platform, nested = false }: SandboxProgram,
): GitEntry => {
  const plan = plainPlan(reach)
  return {
    leave: () => [],
    wrap: ({ file, args, cwd, env }) =>
      platform === 'darwin'
        ? { file: program, args: ['-p', seatbeltProfile(plan, {}), file, ...args], env }
        : { file: program, args: bwrapArgv(plan, { file, args, cwd, nested }), env },
  }
}

const plainPlan = ({ repository, writes, connects }: GitNeeds): SandboxPlan => {
  const directories = repository ? [...new Set([repository.common, repository.directory])] : []
  const files = writes?.files === undefined ? [] : [writes.files]
  const isKept = (name: string): boolean => name !== NOTES && !(writes?.settings && SETTINGS.includes(name))
  const kept = GIT_GUARDED.filter(isKept)
  return {
    mounts: arrangeMounts([
      ...[...files, ...directories].flatMap(path => mountAt('write', path)),
      ...directories.flatMap(path => kept.flatMap(name => mountAt('guard', join(path, name)))),
    ]),
    roots: [],
    repositories: [],
    network: connects ? 'open' : 'none',
    files: 'held',
    openSockets: connects ? 'all' : [],
    localBinding: false,
    problems: [],
  }
}

/** Nothing can be mounted where nothing is. */
const mountAt = (kind: Mount['kind'], path: string): readonly Mount[] => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return []
  return [{ kind, path: realpathSync.native(path), of: facts.isDirectory() ? 'directory' : 'file' }]
}

/** Names that git obeys and that are not there yet: what programs put there meanwhile is renamed at the end. */
export const watchGitNames = (repository: GitNeeds['repository']): GitEntry['leave'] => {
  const { common, directory } = repository ?? {}
  const missing = [common, directory]
    .flatMap(path => (path === undefined ? [] : GIT_GUARDED.map(name => join(path, name))))
    .filter(path => !isThere(path))
  return () => [...new Set(missing)].filter(isThere).flatMap(path => setAside(path) ?? [])
}

/** A link that leads nowhere counts: it may lead somewhere later. */
const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Below a file: there is nothing.
    return false
  }
}
