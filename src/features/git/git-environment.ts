import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { GitSandbox } from '../../protocol/run-git.ts'

/** Point git at another repository than the one of the directory. */
const ELSEWHERE = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']

export interface GitEnvironment {
  /** For children, credentials removed. */
  readonly env: Readonly<Record<string, string>>
  roots(): readonly string[]
  /** Of the session; absent: it has none. */
  readonly sandbox?: GitSandbox | undefined
}

export const hardenGit = (place: GitEnvironment): Record<string, string> => {
  const env = hardenEnvironment(place.env, place.roots())
  for (const name of ELSEWHERE) delete env[name]
  return env
}
