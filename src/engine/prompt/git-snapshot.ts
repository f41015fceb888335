import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runGitBatch } from '../../features/git/git-batch.ts'
import type { GitEnvironment } from '../../features/git/git-environment.ts'
import { type GitReach, type GitSnapshot, readGitSnapshot } from '../../features/prompt/git-snapshot.ts'
import { findRepository } from '../../features/sessions/git-branch.ts'
import { isSelfContained } from '../../lib/git/confirm-repository.ts'

const TIME_LIMIT_MS = 1_000
const MAX_OUTPUT = 1024 * 1024
const MAX_FILE = 1024 * 1024

/**
 * Reads the state of the repository around the session's directory, or of another checkout of it; `undefined` outside
 * of one. Never rejects for what git does.
 */
export type ReadGit = (checkout?: string) => Promise<GitSnapshot | undefined>

export interface GitStand {
  readonly cwd: string
  /** The person trusts the folder: what git says of its settings is enough there. */
  readonly trusted: boolean
}

/** The first reading begins at once, so that it is done, or nearly, when the first request is put together. */
export const startGitReader = (at: GitStand, environment: GitEnvironment): ReadGit => {
  const read = (): Promise<GitSnapshot | undefined> => readAt(at, environment)
  let first: Promise<GitSnapshot | undefined> | undefined = read()
  // Nobody may ask for it; a failure is told to the one who does.
  first.catch(() => undefined)
  return checkout => {
    if (checkout !== undefined && checkout !== at.cwd)
      return readAt({ ...at, cwd: checkout }, { ...environment, roots: () => [checkout] })
    const ready = first ?? read()
    first = undefined
    return ready
  }
}

const readAt = async (
  { cwd, trusted }: GitStand,
  environment: GitEnvironment,
): Promise<GitSnapshot | undefined> => {
  const repository = findRepository(cwd)
  if (!repository) return undefined
  const { top, gitDirectory } = repository
  const shared = sharedDirectory(gitDirectory)
  const reach: GitReach = isSelfContained(top, [gitDirectory, shared])
    ? 'guarded'
    : await reachElsewhere({ cwd, trusted }, environment)
  return await readGitSnapshot(
    commands => runGitBatch(environment, { cwd, commands, timeoutMs: TIME_LIMIT_MS, maxBytes: MAX_OUTPUT }),
    { mainBranch: findMainBranch(shared), reach },
  )
}

/** A submodule, a repository with borrowed objects, or a trap: the rules that let the model run `git status` decide. */
const reachElsewhere = async ({ cwd, trusted }: GitStand, { env }: GitEnvironment): Promise<GitReach> => {
  const { createGitRisk } = await import('../../features/permissions/git/git-risk.ts')
  const risk = createGitRisk({ env })({ cwd, home: env['HOME'] ?? '/' })
  if (risk === undefined) return 'files'
  return trusted ? 'guarded' : 'branch'
}

/** The one a checkout shares with other worktrees. The name of a branch is read there, nothing else. */
const sharedDirectory = (directory: string): string =>
  resolve(directory, readSmall(join(directory, 'commondir'))?.trim() ?? '')

const findMainBranch = (directory: string): string | undefined => {
  const remote = /^ref: refs\/remotes\/origin\/(.+)$/m.exec(
    readSmall(join(directory, 'refs/remotes/origin/HEAD')) ?? '',
  )?.[1]
  if (remote !== undefined) return remote.trim()
  const packed = readSmall(join(directory, 'packed-refs')) ?? ''
  return ['main', 'master'].find(
    name =>
      Boolean(readSmall(join(directory, 'refs/heads', name))) ||
      new RegExp(`^[0-9a-f]+ refs/heads/${name}$`, 'm').test(packed),
  )
}

/** '' when there is no such file; `undefined` for what must not be believed: too large, not a file, not readable. */
const readSmall = (path: string): string | undefined => {
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts === undefined) return ''
    return facts.isFile() && facts.size <= MAX_FILE ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return ''
    // What cannot be read cannot be trusted.
    return undefined
  }
}
