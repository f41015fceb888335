import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WorktreeDeps } from './deps.ts'

interface StashesOf {
  readonly path: string
  readonly branch: string
  readonly admin: string
  readonly since: number
}

/** How many. They belong to the whole repository and outlive the worktree, but nobody would look for them there. */
export const stashesMadeThere = async (
  { path, branch, admin, since }: StashesOf,
  { git }: Pick<WorktreeDeps, 'git'>,
): Promise<number> => {
  const common = join(admin, '..', '..')
  const mayBe = existsSync(join(common, 'logs/refs/stash')) || existsSync(join(common, 'reftable'))
  const log = mayBe
    ? await git({ cwd: path, args: ['log', '-g', '--format=%ct %gs', 'refs/stash', '--'] })
    : undefined
  if (!log?.ok) return 0
  const isOurs = (line: string): boolean => {
    const [, seconds = '0', words = ''] = /^(\d+) (.*)$/.exec(line) ?? []
    const [, where] = /^(?:WIP on|On) (.+?): /.exec(words) ?? []
    return where === branch || (where === '(no branch)' && Number(seconds) * 1000 >= since - 1000)
  }
  return log.output.split('\n').filter(isOurs).length
}
