import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChangeGit } from '../../features/git/change-git.ts'

const MOST_PATCH_CHARS = 8 * 1024 * 1024

type Env = Readonly<Record<string, string | undefined>>

const asked = (cwd: string, env: Env, args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}

/** The commit the work there begins from; undefined: no repository, or none yet. */
export const startingPoint = (root: string, env: Env): string | undefined =>
  asked(root, env, ['rev-parse', '--verify', '--quiet', 'HEAD'])

/**
 * All that differs from where the work began, committed or not, as a patch. The index of the checkout is not touched, and
 * no filter or hook of the repository runs.
 */
export const changesThere = async (
  root: string,
  start: string | undefined,
  env: Env,
): Promise<{ readonly patch: string; readonly base?: string }> => {
  if (start === undefined) throw new Error('the directory there is not in a git repository with a commit')
  const children = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const git = createChangeGit({ env: children, roots: () => [root], trusted: () => true })
  const place = mkdtempSync(join(tmpdir(), 'capstan-index-'))
  const index = join(place, 'index')
  try {
    const own = asked(root, env, ['rev-parse', '--path-format=absolute', '--git-path', 'index'])
    if (own !== undefined && existsSync(own)) copyFileSync(own, index)
    const added = await git({ cwd: root, args: ['add', '-A', '--', '.'], index, writes: {} })
    if (!added.ok) throw new Error(added.words)
    const diff = await git({
      cwd: root,
      args: ['diff', '--cached', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', start],
      index,
    })
    if (!diff.ok) throw new Error(diff.words)
    if (diff.output.length > MOST_PATCH_CHARS) throw new Error('the changes are too large for one patch')
    return { patch: diff.output, base: start }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
