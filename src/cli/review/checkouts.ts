import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotPrivateError, privateFolder } from '../../lib/files/private-folder.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { TooMuchError } from '../eval/git-child.ts'
import { ExitError } from '../exit-error.ts'
import type { Change } from './change.ts'
import type { ReviewGit } from './review-git.ts'

/** Checkouts of what is reviewed, outside of the repository: nothing that lies in it counts as a project's there. */
export interface Checkouts {
  /** All of them are below it. */
  readonly place: string
  /** The one that everybody reads. */
  readonly tree: string
  /** One for somebody alone; undefined: there are enough. */
  own(number: number): Promise<string | undefined>
  /** What was written in such a one, as a patch; undefined: nothing. */
  writtenIn(number: number): Promise<string | undefined>
  /** They are all removed. */
  close(): Promise<void>
}

/** A checkout of a large repository takes time and room. */
const MOST_OWN = 12
const MAX_PATCH = 64 * 1024
const DIFF = ['diff', '--cached', '--no-color', '--no-ext-diff', '--no-textconv']

/** The same after a restart: what is there already is gone on with. */
export const openCheckouts = async (id: string, change: Change, git: ReviewGit): Promise<Checkouts> => {
  const place = privateFolder(sharedFolder(), id)
  const at = (name: string): string => join(place, name)
  const add = async (path: string): Promise<string> => {
    if (!existsSync(join(path, '.git'))) {
      rmSync(path, { recursive: true, force: true })
      // One that was removed by hand is still in git's notes.
      await git(['worktree', 'add', '--quiet', '--force', '--detach', path, change.head], {
        cwd: change.root,
      })
    }
    return path
  }
  const common = (
    await git(['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: change.root })
  ).replace(/\n$/, '')
  const tree = await add(at('tree'))
  return {
    place,
    tree,
    own: async number => (number < MOST_OWN ? await add(at(`c${number + 1}`)) : undefined),
    async writtenIn(number) {
      const path = at(`c${number + 1}`)
      if (!existsSync(join(path, '.git'))) return undefined
      const index = join(place, `index-${number}`)
      // Not by what lies there: whoever wrote in it could have written that, too.
      const there = { cwd: path, env: { GIT_DIR: common, GIT_WORK_TREE: path, GIT_INDEX_FILE: index } }
      try {
        await git(['read-tree', change.head], there)
        await git(['add', '--all', '--', '.'], there)
        const patch = await git([...DIFF, change.head, '--'], { ...there, maxBytes: MAX_PATCH })
        return patch.trim() === '' ? undefined : patch
      } catch (error) {
        // A build was left there: that shows nobody anything.
        if (error instanceof TooMuchError) return undefined
        throw error
      } finally {
        rmSync(index, { force: true })
      }
    },
    async close() {
      rmSync(place, { recursive: true, force: true })
      await git(['worktree', 'prune'], { cwd: change.root })
    },
  }
}

const sharedFolder = (): string => {
  try {
    return privateFolder(tmpdir(), 'capstan-reviews')
  } catch (error) {
    if (error instanceof NotPrivateError)
      throw new ExitError(2, codeReviewText('not_private', { path: error.path }))
    throw error
  }
}
