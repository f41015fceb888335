import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GitSetting } from '../../lib/git/read-git-view.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { refuseFiltered } from './checkout-programs.ts'
import { fieldsOf, gitDone, gitText, gitTextOf, REPOSITORY, type WorktreeDeps } from './deps.ts'
import { examine } from './examine.ts'
import { type KnownWorktree, listWorktrees } from './list-worktrees.ts'
import { holdOf } from './owner-lock.ts'
import { adminDirectory } from './record.ts'
import { oneAtATime } from './repository-lock.ts'
import { salvage } from './salvage.ts'
import { branchOf } from './worktree-name.ts'

const says = modelTexts('worktree_merge', {
  none: { en: 'There is no worktree {slug}.', zh: '没有工作树 {slug}。' },
  process: {
    en: 'Process {pid:number} still works in the worktree {slug}.',
    zh: '进程 {pid:number} 仍在工作树 {slug} 中工作。',
  },
  unfinished: {
    en: 'The worktree {slug} has {what}: finish it there first.',
    zh: '工作树 {slug} 有{what}：请先在那里完成。',
  },
  noBranch: {
    en: '{main} is not on a branch: check one out first, then merge again.',
    zh: '{main} 不在任何分支上：请先签出一个分支，再合并。',
  },
  mainUnfinished: {
    en: '{main} has an unfinished merge or rebase: finish or abort it first.',
    zh: '{main} 有未完成的合并或变基：请先完成或放弃。',
  },
  uncommitted: {
    en: '{main} has uncommitted changes ({names}{more}): commit or stash them first, then merge again. Nothing was changed.',
    zh: '{main} 有未提交的更改（{names}{more}）：请先提交或贮藏，再合并。没有更改任何内容。',
  },
  failed: {
    en: 'git merge failed, and nothing was changed: {why}',
    zh: 'git merge 失败，没有更改任何内容：{why}',
  },
})

/** `conflict`: nothing was changed. `nothing`: the main checkout has all of it. */
export type MergeEnd =
  | { readonly kind: 'merged'; readonly into: string; readonly commits: number; readonly salvage: string }
  | {
      readonly kind: 'conflict'
      readonly into: string
      readonly files: readonly string[]
      readonly salvage: string
    }
  | { readonly kind: 'nothing'; readonly into: string }

export interface Merge {
  readonly main: string
  readonly slug: string
  /** How long to wait for a merge that somebody else makes. */
  readonly waitMs?: number
}

/**
 * Brings the work of a worktree into the branch of the main checkout, one after the other: the second sees what the first
 * one did. ToolError says what must be done first.
 */
export const mergeWorktree = ({ waitMs, ...wish }: Merge, deps: WorktreeDeps): Promise<MergeEnd> =>
  oneAtATime(
    { main: wish.main, what: 'merge', ...(waitMs === undefined ? {} : { waitMs }) },
    () => merge(wish, deps),
    deps,
  )

const merge = async ({ main, slug }: Merge, deps: WorktreeDeps): Promise<MergeEnd> => {
  const known = (await listWorktrees(main, deps)).find(each => each.slug === slug)
  if (!known || known.missing) throw new ToolError(says('none', { slug }))
  const hold = holdOf(known, deps.owner)
  if (hold.kind === 'process') throw new ToolError(says('process', { pid: hold.pid, slug }))
  const { branch: into, settings } = await readyMain(main, deps)
  const found = await examine({ path: known.path, branch: branchOf(slug) }, deps)
  const inTheWay = found.findings.find(({ kind }) => kind === 'unfinished')
  if (inTheWay) throw new ToolError(says('unfinished', { slug, what: inTheWay.said }))
  await refuseFiltered({ path: known.path, main, tip: found.head ?? branchOf(slug), settings }, deps)
  // Ignored files are not part of a merge, and stay where they are.
  const saved = await salvage({ path: known.path, name: slug }, { ...found, ignored: [] }, deps)
  if (found.findings.some(({ kind }) => kind === 'changes')) await commitAll(known, deps)
  const tip = (await gitText(deps, known.path, ['rev-parse', 'HEAD'])).trim()
  const commits = Number(await gitText(deps, main, ['rev-list', '--count', `HEAD..${tip}`]))
  if (commits === 0) return { kind: 'nothing', into }
  const end = await bringIn({ main, tip, name: known.branch ?? tip, into }, deps)
  return end.length === 0
    ? { kind: 'merged', into, commits, salvage: saved.ref }
    : { kind: 'conflict', into, files: end, salvage: saved.ref }
}

/** The branch that is checked out; ToolError where a merge could touch somebody's unfinished work. */
const readyMain = async (
  main: string,
  deps: WorktreeDeps,
): Promise<{ readonly branch: string; readonly settings: readonly GitSetting[] }> => {
  const { output, settings } = await gitDone(deps, { cwd: main, args: STATUS })
  const fields = fieldsOf(output)
  const [branch = NO_BRANCH] = fields.flatMap(field => /^# branch\.head (.*)$/s.exec(field)?.[1] ?? [])
  if (branch === NO_BRANCH) throw new ToolError(says('noBranch', { main }))
  const directory = adminDirectory(main) || join(main, '.git')
  for (const name of ['MERGE_HEAD', 'rebase-merge', 'rebase-apply', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'])
    if (existsSync(join(directory, name))) throw new ToolError(says('mainUnfinished', { main }))
  const dirty = fields.filter(field => !field.startsWith('# '))
  if (dirty.length > 0) {
    const names = dirty.map(pathOf)
    const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
    throw new ToolError(says('uncommitted', { main, names: names.slice(0, 5).join(', '), more }))
  }
  return { branch, settings }
}

const NO_BRANCH = '(detached)'
const STATUS = ['status', '--porcelain=v2', '--branch', '-z', '-uno', '--no-renames']

/** What stands behind the columns of a line: eight of one that changed, ten of one in conflict. */
const pathOf = (line: string): string =>
  line
    .split(' ')
    .slice(line.startsWith('u ') ? 10 : 8)
    .join(' ')

/** What was not committed there becomes a commit of its branch; how it was before is salvaged. */
const commitAll = async ({ path, slug }: KnownWorktree, deps: WorktreeDeps): Promise<void> => {
  await gitTextOf(deps, { cwd: path, args: ['add', '--all', '--', '.'], writes: REPOSITORY })
  const nothing = await deps.git({ cwd: path, args: ['diff', '--cached', '--quiet', '--no-ext-diff'] })
  if (nothing.ok) return
  const args = ['commit', '--quiet', '--no-verify', '-m', `Changes of worktree ${slug}`]
  await gitTextOf(deps, { cwd: path, args, writes: REPOSITORY })
}

/** The files in conflict; none: it is merged. */
const bringIn = async (
  { main, tip, name, into }: Readonly<Record<'main' | 'tip' | 'name' | 'into', string>>,
  deps: WorktreeDeps,
): Promise<readonly string[]> => {
  const trial = await deps.git({
    cwd: main,
    args: ['merge-tree', '--write-tree', '--name-only', '-z', 'HEAD', tip],
    writes: REPOSITORY,
  })
  // Older versions of git cannot try without doing it.
  if (!trial.ok && trial.code === 1) return conflictsIn(trial.output)
  const words = ['-m', `Merge worktree ${name} into ${into}`]
  const done = await deps.git({
    cwd: main,
    args: ['merge', '--no-edit', ...words, tip],
    writes: { files: main },
  })
  if (done.ok) return []
  const files = fieldsOf(
    await gitText(deps, main, ['diff', '--name-only', '--no-ext-diff', '--diff-filter=U', '-z']),
  )
  const aborted = await deps.git({ cwd: main, args: ['merge', '--abort'], writes: { files: main } })
  if (files.length > 0 && aborted.ok) return files
  throw new ToolError(says('failed', { why: done.words || done.output.trim() }))
}

/** The first field is a tree, names follow until an empty field. */
const conflictsIn = (output: string): readonly string[] => {
  const fields = output.split('\0')
  const end = fields.indexOf('', 1)
  return fields.slice(1, end < 0 ? undefined : end)
}
