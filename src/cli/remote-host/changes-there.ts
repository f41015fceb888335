import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createChangeGit } from '../../features/git/change-git.ts'
import { createGit } from '../../features/git/git.ts'

const MOST_PATCH_CHARS = 8 * 1024 * 1024

export interface ChangesAt {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
}

/** Its answer to a question; undefined: it has none. */
const asked = async ({ root, env }: ChangesAt, args: readonly string[]): Promise<string | undefined> => {
  const git = createGit({ env, roots: () => [root] })
  const answer = await git({ cwd: root, args, timeoutMs: 10_000, maxBytes: 10_000 })
  return answer.kind === 'ok' ? answer.output.toString('utf8').trim() : undefined
}

/** The commit the work there begins from; undefined: no repository, or none yet. */
export const startingPoint = (at: ChangesAt): Promise<string | undefined> =>
  asked(at, ['rev-parse', '--verify', '--quiet', 'HEAD'])

/**
 * All that differs from where the work began, committed or not, as a patch. The index of the checkout is not touched, and
 * no filter or hook of the repository runs.
 */
export const changesThere = async (
  at: ChangesAt,
  start: string | undefined,
  directory: string,
): Promise<{ readonly patch: string; readonly base: string }> => {
  if (start === undefined) throw new Error('the directory there is not in a git repository with a commit')
  const { root, env } = at
  const git = createChangeGit({ env, roots: () => [root], trusted: () => true })
  const place = mkdtempSync(join(directory, 'index-'))
  const index = join(place, 'index')
  try {
    const own = await asked(at, ['rev-parse', '--path-format=absolute', '--git-path', 'index'])
    if (own !== undefined && existsSync(own)) copyFileSync(own, index)
    const added = await git({ cwd: root, args: ['add', '-A', '--', '.'], index, writes: {} })
    if (!added.ok) throw new Error(added.words)
    const args = ['diff', '--cached', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', start]
    const diff = await git({ cwd: root, args, index })
    if (!diff.ok) throw new Error(diff.words)
    if (diff.output.length > MOST_PATCH_CHARS) throw new Error('the changes are too large for one patch')
    return { patch: diff.output, base: start }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
