import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Repository } from '../../features/fleet/job.ts'
import { errorText } from '../../lib/error-text.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { runGitHere } from '../eval/git-child.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'

/**
 * A patch as a branch of the repository here, for a look: nothing is checked out or merged, and the index and files of
 * the person stay as they are.
 */
export const branchFrom = async (
  patch: Buffer,
  {
    branch,
    repository,
    message,
  }: { readonly branch: string; readonly repository: Repository | undefined; readonly message: string },
  deps: SessionsDeps,
): Promise<void> => {
  const room = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-fleet-')))
  const env = { GIT_INDEX_FILE: join(room, 'index') }
  const git = (args: readonly string[]): Promise<string> =>
    runGitHere(args, { cwd: deps.cwd, env }, deps.process.env)
  try {
    const base = repository?.kind === 'bundle' ? repository.head : (repository?.ref ?? 'HEAD')
    const commit = (await git(['rev-parse', '--verify', `${base}^{commit}`])).trim()
    const file = join(room, 'job.patch')
    writeFileSync(file, patch, { mode: 0o600 })
    await git(['read-tree', commit])
    await git(['apply', '--cached', '--whitespace=nowarn', file])
    const tree = (await git(['write-tree'])).trim()
    const who = ['-c', 'user.name=capstan fleet', '-c', 'user.email=capstan@localhost']
    const made = (await git([...who, 'commit-tree', tree, '-p', commit, '-m', message])).trim()
    // Refuses one that is there already.
    await git(['branch', '--no-track', branch, made])
  } catch (error) {
    throw new ExitError(1, fleetText('no_branch', { branch, why: errorText(error) }))
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
