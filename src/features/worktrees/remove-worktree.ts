import { renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WorktreeEnd } from '../../protocol/agents/worktrees.ts'
import { worktreeText } from '../../protocol/messages/engine/worktrees.ts'
import {
  describeError,
  inEnglish,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { REPOSITORY, type WorktreeDeps } from './deps.ts'
import { examine, type Finding } from './examine.ts'
import { type KnownWorktree, listWorktrees } from './list-worktrees.ts'
import { holdOf } from './owner-lock.ts'
import { oneAtATime } from './repository-lock.ts'
import { salvage } from './salvage.ts'
import { branchOf } from './worktree-name.ts'

const says = modelTexts('worktree_removal', {
  none: { en: 'There is no worktree {slug}.', zh: '没有工作树 {slug}。' },
})

/** What was put aside to be deleted; nothing in it is the only copy. */
export const TRASH = '.removed-'

export interface Removal {
  readonly main: string
  readonly slug: string
  /** Changes go as well, once there is a copy of them. */
  readonly discard?: boolean
}

export interface RemovalEnd extends WorktreeEnd {
  readonly findings: readonly Finding[]
  /** The reason as people read it. */
  readonly because: Text
  /** Where a copy of what was there is kept. */
  readonly salvage?: string
}

/**
 * Removes a worktree in which nothing could be lost; with `discard` also one in which a copy can be kept of all there
 * is. Whatever cannot be made sure leaves it as it is. Never throws for what is found there.
 */
export const removeWorktree = async (wish: Removal, deps: WorktreeDeps): Promise<RemovalEnd> => {
  const known = (await listWorktrees(wish.main, deps)).find(({ slug }) => slug === wish.slug)
  if (!known) throw new ToolError(says('none', { slug: wish.slug }))
  const branch = known.branch ?? branchOf(wish.slug)
  const kept = (because: Text, findings: readonly Finding[] = []): RemovalEnd => ({
    kept: true,
    path: known.path,
    branch,
    reason: inEnglish(because),
    because,
    findings,
  })
  const hold = holdOf(known, deps.owner)
  if (hold.kind === 'process') return kept(worktreeText('held_by', { pid: String(hold.pid) }))
  if (hold.kind === 'somebody')
    return kept(
      hold.reason ? worktreeText('locked_because', { reason: hold.reason }) : worktreeText('locked'),
    )
  if (known.missing) {
    await forget(known, wish.main, deps)
    return { kept: false, path: known.path, branch, reason: '', because: '', findings: [] }
  }
  try {
    const found = await examine({ path: known.path, branch: branchOf(wish.slug) }, deps)
    const { findings } = found
    const inTheWay = wish.discard ? findings.filter(({ stays }) => stays) : findings
    if (inTheWay.length > 0) return kept(standsInTheWay(inTheWay), findings)
    const saved = await salvage({ path: known.path, name: wish.slug }, found, deps)
    await takeAway({ known, main: wish.main }, deps)
    return { kept: false, path: known.path, branch, reason: '', because: '', findings, salvage: saved.ref }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return kept(describeError(error))
  }
}

/** What could be lost, as part of a sentence. */
export const standsInTheWay = (findings: readonly Finding[]): LocalizedText =>
  worktreeText('some', { what: findings.map(({ said }) => said) })

/** The same for the model. */
export const tell = (findings: readonly Finding[]): string => {
  const texts = findings.map(({ said }) => said.text)
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}

/** In one step out of sight, so that nobody ever finds half of it; then for good. */
const takeAway = async (
  { known, main }: { readonly known: KnownWorktree; readonly main: string },
  deps: WorktreeDeps,
): Promise<void> => {
  const trash = join(dirname(known.path), `${TRASH}${known.slug}-${deps.newId()}`)
  renameSync(known.path, trash)
  await forget(known, main, deps)
  await rm(trash, { recursive: true, force: true })
}

/** Of a worktree whose directory is gone: git's notes, and its branch unless that is the only one to have a commit. */
const forget = async (known: KnownWorktree, main: string, deps: WorktreeDeps): Promise<void> => {
  const { git } = deps
  // Twice: even though it is locked, by us or by a process that is gone.
  const remove = ['worktree', 'remove', '--force', '--force', known.path]
  const work = async (): Promise<void> => {
    await git({ cwd: main, args: remove, writes: REPOSITORY })
    await deleteBranch(branchOf(known.slug), main, deps)
  }
  await oneAtATime({ main, what: 'checkouts' }, work, deps)
}

/** With its tip in a salvage ref, another branch, a tag or a remote. */
const deleteBranch = async (branch: string, main: string, { git }: WorktreeDeps): Promise<void> => {
  const others = [`--exclude=${branch}`, '--branches', '--tags', '--remotes', '--glob=refs/capstan/salvage/*']
  const own = await git({
    cwd: main,
    args: ['rev-list', '--count', `refs/heads/${branch}`, '--not', ...others],
  })
  const remove = ['branch', '-D', '--quiet', branch]
  // Settings that belong to the branch go with it.
  if (own.ok && own.output.trim() === '0') await git({ cwd: main, args: remove, writes: { settings: true } })
}
