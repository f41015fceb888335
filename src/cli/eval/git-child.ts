import type { GitWorkspace } from '../../features/evals/run/ports.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { type GitSettingPair, startGit } from '../../lib/git/start-git.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Env } from '../../protocol/host.ts'

/** It printed more than somebody wants to have in memory. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError'
  readonly kind = 'too_much'
}

interface GitHere extends GitWorkspace {
  /** Beat those of the repository. */
  readonly settings?: readonly GitSettingPair[]
  readonly maxBytes?: number
}

/** Git of our own on a copy: no hook or helper of its settings runs. Rejects with what it said. */
export const runGitHere = async (
  args: readonly string[],
  { cwd, env = {}, input, settings = [], maxBytes = Number.POSITIVE_INFINITY }: GitHere,
  from: Env,
): Promise<string> => {
  const own = hardenEnvironment(
    childEnvironment(from, { secretNames: PROVIDER_SECRETS, projectDir: cwd }),
    [],
  )
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete own[name]
  const child = startGit(args, {
    cwd,
    env: { ...own, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // The copy's own record is named on purpose.
    settings: [['safe.bareRepository', 'all'], ...settings],
  })
  if (!child) throw new Error('git is not installed')
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  let bytes = 0
  child.stdout?.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= maxBytes) stdout.push(piece)
    else child.kill()
  })
  child.stderr?.on('data', (piece: Buffer) => stderr.push(piece))
  child.stdin?.on('error', () => {}).end(input ?? '')
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (bytes > maxBytes) throw new TooMuchError(`git ${args[0]}: more than ${maxBytes} bytes`)
  if (code === 0) return Buffer.concat(stdout).toString('utf8')
  throw new Error(
    `git ${args.join(' ')}: ${Buffer.concat(stderr).toString('utf8').trim() || `exit code ${code}`}`,
  )
}
