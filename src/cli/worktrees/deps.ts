import type { WorktreeDeps } from '../../features/worktrees/deps.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

/** What a command about worktrees works with. */
export interface WorktreesDeps extends WorktreeDeps {
  readonly main: string
  /** Starts this program at a shell. */
  readonly command: string
  /** A line. */
  say(text: Text): Promise<void>
}
