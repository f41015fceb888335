import { listWorktrees } from '../../features/worktrees/places.ts'
import { removeWorktree } from '../../features/worktrees/remove-worktree.ts'
import { slugOf } from '../../features/worktrees/worktree-name.ts'
import type { Given } from '../sessions/options.ts'
import type { WorktreesDeps } from './deps.ts'

/** `capstan worktrees clean`: 1 when a worktree that was named is still there. */
export const clean = async (given: Given, deps: WorktreesDeps): Promise<number> => {
  const { main } = deps
  const named = given.words.map(slugOf)
  const slugs = named.length > 0 ? named : (await listWorktrees(main, deps)).map(({ slug }) => slug)
  let kept = 0
  for (const slug of slugs) {
    const end = await removeWorktree({ main, slug, discard: given.is('discard') }, deps)
    if (end.kept) kept++
    const copy = end.findings.length > 0 && end.salvage ? ` Copy: ${end.salvage}` : ''
    await deps.say(end.kept ? `Kept ${slug}: ${end.reason}.` : `Removed ${slug}.${copy}`)
  }
  if (slugs.length === 0) await deps.say('There are no worktrees in this repository.')
  return named.length > 0 && kept > 0 ? 1 : 0
}
