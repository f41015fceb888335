import { mergeWorktree } from '../../features/worktrees/merge-worktree.ts'
import { slugOf } from '../../features/worktrees/worktree-name.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import type { Given } from '../sessions/options.ts'
import type { WorktreesDeps } from './deps.ts'

/** `capstan worktrees merge <name>`: 0 when the work is in, 1 for a conflict. */
export const merge = async ({ words }: Given, deps: WorktreesDeps): Promise<number> => {
  const slug = slugOf(words[0] ?? '')
  const end = await mergeWorktree({ main: deps.main, slug }, deps)
  switch (end.kind) {
    case 'nothing':
      await deps.say(runningText('nothing_to_merge', { into: end.into, name: slug }))
      return 0
    case 'merged': {
      const { commits: count, into } = end
      await deps.say(runningText('merged', { count, name: slug, into, command: deps.command }))
      return 0
    }
    case 'conflict':
      await deps.say(
        runningText('conflict', { name: slug, into: end.into, files: end.files.map(file => `  ${file}`) }),
      )
      return 1
  }
}
