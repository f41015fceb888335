import { relative } from 'node:path'
import { examine } from '../../features/worktrees/examine.ts'
import { type KnownWorktree, listWorktrees } from '../../features/worktrees/list-worktrees.ts'
import { holdOf } from '../../features/worktrees/owner-lock.ts'
import { tell } from '../../features/worktrees/remove-worktree.ts'
import { listSalvages } from '../../features/worktrees/salvage.ts'
import { branchOf } from '../../features/worktrees/worktree-name.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Given } from '../sessions/options.ts'
import type { WorktreesDeps } from './deps.ts'

/** `capstan worktrees list`: changes nothing. */
export const list = async (given: Given, deps: WorktreesDeps): Promise<number> => {
  const { main } = deps
  const rows = []
  for (const known of await listWorktrees(main, deps))
    rows.push({ ...known, state: await stateOf(known, deps) })
  const salvages = (await listSalvages(main, deps)).filter(({ needless }) => !needless).map(({ ref }) => ref)
  if (given.is('json')) {
    await deps.say(JSON.stringify({ worktrees: rows, salvage: salvages }))
    return 0
  }
  if (rows.length === 0) await deps.say('There are no worktrees in this repository.')
  for (const { slug, path, branch, state } of rows) {
    await deps.say(`${slug}  ${state}`)
    await deps.say(`  ${escapeLine(relative(main, path), 200)}  ${branch ?? 'not on a branch'}`)
  }
  if (salvages.length > 0)
    await deps.say('\nCopies of removed worktrees (restore with "git branch <name> <ref>"):')
  for (const ref of salvages) await deps.say(`  ${ref}`)
  return 0
}

const stateOf = async (known: KnownWorktree, deps: WorktreesDeps): Promise<string> => {
  if (known.missing) return 'directory deleted'
  const hold = holdOf(known, deps.owner)
  if (hold.kind === 'process') return `in use by process ${hold.pid}`
  if (hold.kind === 'somebody') return `locked${hold.reason ? `: ${escapeLine(hold.reason, 100)}` : ''}`
  try {
    const { findings } = await examine({ path: known.path, branch: branchOf(known.slug) }, deps)
    return findings.length === 0 ? 'nothing to lose' : tell(findings)
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
}
