import { relative } from 'node:path'
import { examine } from '../../features/worktrees/examine.ts'
import { type KnownWorktree, listWorktrees } from '../../features/worktrees/list-worktrees.ts'
import { holdOf } from '../../features/worktrees/owner-lock.ts'
import { standsInTheWay } from '../../features/worktrees/remove-worktree.ts'
import { listSalvages } from '../../features/worktrees/salvage.ts'
import { branchOf } from '../../features/worktrees/worktree-name.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { describeError, inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
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
    const worktrees = rows.map(row => ({ ...row, state: inEnglish(row.state) }))
    await deps.say(JSON.stringify({ worktrees, salvage: salvages }))
    return 0
  }
  if (rows.length === 0) await deps.say(runningText('no_worktrees'))
  for (const { slug, path, branch, state } of rows) {
    await deps.say(runningText('columns', { first: slug, second: state }))
    const where = `  ${escapeLine(relative(main, path), 200)}`
    await deps.say(runningText('columns', { first: where, second: branch ?? runningText('no_branch') }))
  }
  if (salvages.length > 0) await deps.say(runningText('copies'))
  for (const ref of salvages) await deps.say(`  ${ref}`)
  return 0
}

const stateOf = async (known: KnownWorktree, deps: WorktreesDeps): Promise<Text> => {
  if (known.missing) return runningText('directory_deleted')
  const hold = holdOf(known, deps.owner)
  if (hold.kind === 'process') return runningText('used_by', { pid: String(hold.pid) })
  if (hold.kind === 'somebody')
    return hold.reason
      ? runningText('locked_because', { reason: escapeLine(hold.reason, 100) })
      : runningText('locked')
  try {
    const { findings } = await examine({ path: known.path, branch: branchOf(known.slug) }, deps)
    return findings.length === 0 ? runningText('nothing_to_lose') : standsInTheWay(findings)
  } catch (error) {
    if (error instanceof ToolError) return describeError(error)
    throw error
  }
}
