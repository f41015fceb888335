import { mergeWorktree } from '../../features/worktrees/merge-worktree.ts'
import { slugOf } from '../../features/worktrees/worktree-name.ts'
import type { Given } from '../sessions/options.ts'
import type { WorktreesDeps } from './deps.ts'

/** `capstan worktrees merge <name>`: 0 when the work is in, 1 for a conflict. */
export const merge = async ({ words }: Given, deps: WorktreesDeps): Promise<number> => {
  const slug = slugOf(words[0] ?? '')
  const end = await mergeWorktree({ main: deps.main, slug }, deps)
  switch (end.kind) {
    case 'nothing':
      await deps.say(`${end.into} already has everything from ${slug}.`)
      return 0
    case 'merged': {
      const commits = end.commits === 1 ? '1 commit' : `${end.commits} commits`
      await deps.say(
        `Merged ${commits} from ${slug} into ${end.into}. "${deps.command} worktrees clean ${slug}" removes the worktree.`,
      )
      return 0
    }
    case 'conflict':
      await deps.say(
        `${slug} conflicts with ${end.into}, so nothing was changed. Files in conflict:\n${end.files
          .map(file => `  ${file}`)
          .join('\n')}\nMerge ${end.into} into the worktree and resolve them there, then merge again.`,
      )
      return 1
  }
}
