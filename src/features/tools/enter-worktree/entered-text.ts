import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'

export const ENTER_WORKTREE = 'EnterWorktree'

/** For the model: where it is from now on. */
export const enteredText = ({ name, path, branch, main, notRun = [] }: VisitedWorktree): string =>
  `You are in the worktree ${name} now: ${path}, branch ${branch}. Files and commands are there; the main checkout ${main} cannot be changed from here. Paths you know from there begin with ${path} now: read files again before you edit them.${notRun.length === 0 ? '' : ` Not run when it was made: ${notRun.join('; ')}. Files may lack what these would have done.`}`
