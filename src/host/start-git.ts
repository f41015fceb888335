import type { RunOptions } from '../cli/args/run-options.ts'
import { type ReadGit, startGitReader } from '../engine/prompt/git-snapshot.ts'
import { findRepository } from '../features/sessions/git-branch.ts'
import { childEnvironment } from '../features/shell/child-environment.ts'
import type { Env } from './environment.ts'
import { findHomes } from './find-homes.ts'
import { findFolderTrust } from './folder-trust.ts'

export interface GitStart {
  readonly cwd: string
  readonly env: Env
  /** The person trusts the folder. */
  readonly trusted: boolean
}

/**
 * Begins to ask git about the directory: it works while the program is loaded. In a module of its own, so that the
 * rest need not be there yet. `undefined` where nobody will want to know.
 */
export const startGit = (options: RunOptions, at: GitStart): ReadGit | undefined => {
  const replaced = options.systemPrompt !== undefined || options.systemPromptFile !== undefined
  // A recording is played in other states of the repository, too.
  const taped = options.record !== undefined || options.replay !== undefined
  if (options.bare || replaced || taped || findRepository(at.cwd) === undefined) return undefined
  const env = childEnvironment(at.env, { secretNames: [], projectDir: at.cwd })
  return startGitReader(at, { env, roots: () => [at.cwd] })
}

/** The same where there may be no directory to stand in; whoever needs one says so. */
export const startGitHere = (options: RunOptions, env: Env): ReadGit | undefined => {
  try {
    const cwd = process.cwd()
    const { trusted } = findFolderTrust(options, { cwd, env, ...findHomes(env) })
    return startGit(options, { cwd, env, trusted })
  } catch {
    // A deleted directory, or one that cannot be looked into: the run itself fails on it, with words.
    return undefined
  }
}
