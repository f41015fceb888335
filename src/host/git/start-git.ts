import { type ReadGit, startGitReader } from '../../engine/prompt/git-snapshot.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { findRepository } from '../../features/sessions/git-branch.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { Env, OpenRequest } from '../../protocol/host.ts'
import { findHomes } from '../find-homes.ts'
import { findFolderTrust } from '../trust/folder-trust.ts'

export interface GitStart {
  readonly cwd: string
  readonly env: Env
  /** The person trusts the folder. */
  readonly trusted: boolean
}

type GitWish = Pick<OpenRequest, 'overrides' | 'prompt'>

/**
 * Begins to ask git about the directory: it works while the program is loaded. In a module of its own, so that the
 * rest need not be there yet. `undefined` where nobody will want to know.
 */
export const startGit = ({ overrides, prompt }: GitWish, at: GitStart): ReadGit | undefined => {
  // A recording is played in other states of the repository, too.
  const taped = overrides.record !== undefined || overrides.replay !== undefined
  const replaced = prompt?.custom !== undefined
  if (overrides.bare || replaced || taped || findRepository(at.cwd) === undefined) return undefined
  const env = childEnvironment(at.env, { secretNames: PROVIDER_SECRETS, projectDir: at.cwd })
  return startGitReader(at, { env, roots: () => [at.cwd] })
}

/** The same where there may be no directory to stand in; whoever needs one says so. */
export const startGitHere = (
  request: Pick<OpenRequest, 'overrides' | 'prompt' | 'env'>,
): ReadGit | undefined => {
  const { overrides, env } = request
  try {
    const cwd = process.cwd()
    const { trusted } = findFolderTrust(overrides, { cwd, env, ...findHomes(env) })
    return startGit(request, { cwd, env, trusted })
  } catch {
    // A deleted directory, or one that cannot be looked into: the run itself fails on it, with words.
    return undefined
  }
}
