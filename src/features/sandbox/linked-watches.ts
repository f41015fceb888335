import { watchGitNames } from './git-run.ts'
import type { LinkedWorktree } from './linked-worktree.ts'

/**
 * Git obeys the repository of a linked worktree as well, which commands in it write to. What they make there under a name
 * that git obeys gets another one: when the command ends, and before and after everything that runs outside meanwhile.
 */
export class LinkedWatches {
  readonly #running = new Set<() => readonly string[]>()

  /** From now until the answer is called, which gives the new paths. */
  add(linked: readonly LinkedWorktree[]): () => readonly string[] {
    const watches = linked.map(({ gitDir, commonDir }) =>
      watchGitNames({ directory: gitDir, common: commonDir }),
    )
    const check = (): readonly string[] => watches.flatMap(watch => watch())
    this.#running.add(check)
    return () => {
      this.#running.delete(check)
      return check()
    }
  }

  check(): readonly string[] {
    return [...this.#running].flatMap(check => check())
  }
}
