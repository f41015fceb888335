import type { GitPlace } from '../../features/evals/run/ports.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { startGit } from '../../lib/git/start-git.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Env } from '../../protocol/host.ts'

/** Git of our own on a copy: no hook or helper of its settings runs. Rejects with what it said. */
export const runGitHere = async (
  args: readonly string[],
  { cwd, env = {}, input }: GitPlace,
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
    settings: [['safe.bareRepository', 'all']],
  })
  if (!child) throw new Error('git is not installed')
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  child.stdout?.on('data', (piece: Buffer) => stdout.push(piece))
  child.stderr?.on('data', (piece: Buffer) => stderr.push(piece))
  child.stdin?.on('error', () => {}).end(input ?? '')
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return Buffer.concat(stdout).toString('utf8')
  throw new Error(
    `git ${args.join(' ')}: ${Buffer.concat(stderr).toString('utf8').trim() || `exit code ${code}`}`,
  )
}
