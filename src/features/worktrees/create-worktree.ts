import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import type { GitSetting } from '../../lib/git/read-git-view.ts'
import type { WorktreeRequest } from '../../protocol/agents/worktrees.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { bringFiles } from './bring-files.ts'
import { checkoutPrograms } from './checkout-programs.ts'
import { gitTextOf, REPOSITORY, type WorktreeDeps } from './deps.ts'
import { type KnownWorktree, lookAtWorktrees, mainCheckout, worktreesDirectory } from './list-worktrees.ts'
import { holdOf, lockReason, takeLock } from './owner-lock.ts'
import { adminDirectory, readRecord, type WorktreeRecord, writeRecord } from './record.ts'
import { oneAtATime } from './repository-lock.ts'
import { branchOf, inventedName, slugOf } from './worktree-name.ts'

const says = modelTexts('worktree_creation', {
  process: { en: 'process {pid:number}', zh: '进程 {pid:number} ' },
  somebody: { en: 'somebody else', zh: '他人' },
  inTheWay: {
    en: '{path} is in the way: it exists, and is not a worktree.',
    zh: '{path} 已存在且不是工作树，无法创建。',
  },
  unknownToGit: { en: 'Git made {path}, but does not know it.', zh: 'Git 创建了 {path}，却不认识它。' },
  inUse: {
    en: 'The worktree {name} is in use by {who} ({path}). Choose another name.',
    zh: '工作树 {name} 正由{who}使用（{path}）。请换一个名称。',
  },
  noCommits: {
    en: 'The repository has no commits yet: a worktree needs one to begin with.',
    zh: '仓库还没有提交：创建工作树至少需要一个提交。',
  },
  fetchFailed: { en: 'git fetch failed: {why}', zh: 'git fetch 失败：{why}' },
  noPullRequest: {
    en: 'origin has no pull request {number:number}.',
    zh: 'origin 没有拉取请求 {number:number}。',
  },
})

/** What settings say about worktrees. */
export interface WorktreeChoice {
  readonly baseRef?: 'fresh' | 'head'
  /** Directories of the main checkout that are links in the worktree: dependencies. */
  readonly symlinkDirectories?: readonly string[]
  /** Only these are checked out; absent: everything. */
  readonly sparsePaths?: readonly string[]
}

export interface WorktreeOptions extends Omit<WorktreeRequest, 'cwd'> {
  readonly cwd: string
  readonly settings: WorktreeChoice
}

/** A worktree that is locked for this process. */
export interface MadeWorktree {
  readonly name: string
  readonly path: string
  readonly branch: string
  readonly main: string
  /** It was there already. */
  readonly reused: boolean
  /** Programs that git's settings name for a checkout and that were not started, each as part of a sentence. */
  readonly notRun: readonly string[]
}

/** Makes a worktree, or takes up the one of that name. ToolError when there cannot be one. */
export const createWorktree = async (wish: WorktreeOptions, deps: WorktreeDeps): Promise<MadeWorktree> => {
  const main = mainCheckout(wish.cwd)
  const name = wish.name ?? pullName(wish) ?? inventedName(wish.agentId ?? deps.newId())
  const slug = slugOf(name)
  const path = join(worktreesDirectory(main), slug)
  const { known: all, settings } = await lookAtWorktrees(main, deps)
  const known = all.find(each => each.slug === slug)
  if (known && !known.missing) return await takeUp({ main, name: slug, known }, deps)
  if (existsSync(path) && !removeEmpty(path)) throw new ToolError(says('inTheWay', { path }))
  if (known) await forgetMissing({ main, name: slug, known }, deps)
  const branch = branchOf(slug)
  const begin = await beginOf(wish, branch, deps)
  const { base } = begin
  hide(join(path, '..'))
  const sparse = wish.settings.sparsePaths ?? []
  const notRun = await checkOut({ main, path, branch, sparse, settings, ...begin }, deps)
  const record: WorktreeRecord = {
    base,
    branch,
    createdAt: deps.now().getTime(),
    copied: {},
    links: {},
    ...(wish.agentId === undefined ? {} : { agentId: wish.agentId }),
  }
  const admin = adminDirectory(path)
  if (admin === '') throw new ToolError(says('unknownToGit', { path }))
  writeRecord(admin, record)
  const brought = await bringFiles({ main, path, links: wish.settings.symlinkDirectories ?? [] }, deps)
  writeRecord(admin, { ...record, ...brought })
  return { name: slug, path, branch, main, reused: false, notRun }
}

const pullName = ({ pullRequest }: WorktreeOptions): string | undefined =>
  pullRequest === undefined ? undefined : `pr-${pullRequest}`

type TakeUp = Pick<MadeWorktree, 'main' | 'name'> & { readonly known: KnownWorktree }

const takeUp = async ({ main, name, known }: TakeUp, deps: WorktreeDeps): Promise<MadeWorktree> => {
  if (!(await takeLock(main, known, deps))) throw inUse({ name, known }, deps)
  const branch = known.branch ?? readRecord(adminDirectory(known.path))?.branch
  return { name, path: known.path, branch: branch ?? branchOf(name), main, reused: true, notRun: [] }
}

/** Its directory is gone, by hand or because its process was killed; git still has notes about it. */
const forgetMissing = async ({ main, name, known }: TakeUp, deps: WorktreeDeps): Promise<void> => {
  // Git keeps the notes of a locked one, whoever locked it.
  if (!(await takeLock(main, known, deps))) throw inUse({ name, known }, deps)
  await deps.git({ cwd: main, args: ['worktree', 'unlock', known.path], writes: REPOSITORY })
  await gitTextOf(deps, { cwd: main, args: ['worktree', 'prune'], writes: REPOSITORY })
}

const inUse = ({ name, known }: Pick<TakeUp, 'name' | 'known'>, deps: WorktreeDeps): ToolError => {
  const hold = holdOf(known, deps.owner)
  const who = hold.kind === 'process' ? says('process', { pid: hold.pid }) : says('somebody')
  return new ToolError(says('inUse', { name, who, path: known.path }))
}

/** Git does not offer what lies there for a commit of the main checkout. */
const hide = (directory: string): void => {
  makeDirectories(directory)
  if (keepOutOfGit(directory) === 'excluded') return
  const list = join(directory, '.gitignore')
  if (!existsSync(list)) writeFileSync(list, '*\n', { flag: 'wx' })
}

const REMOTE_DEFAULTS = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master']

interface Begin {
  readonly base: string
  /** Its branch exists already. */
  readonly isThere: boolean
}

/** The commit it begins with. What the remote has is taken as it was fetched last: nothing is fetched here. */
const beginOf = async (wish: WorktreeOptions, branch: string, deps: WorktreeDeps): Promise<Begin> => {
  const pull = await fetchPullRequest(wish, deps)
  const defaults = (wish.baseRef ?? wish.settings.baseRef) === 'head' ? [] : REMOTE_DEFAULTS
  const bases = pull === undefined ? [...defaults, 'HEAD'] : [pull]
  const [own, ...commits] = await commitsAt([`refs/heads/${branch}`, ...bases], wish.cwd, deps)
  const base = commits.find(commit => commit !== undefined)
  if (base !== undefined) return { base, isThere: own !== undefined }
  const { pullRequest: number } = wish
  throw new ToolError(number === undefined ? says('noCommits') : says('noPullRequest', { number }))
}

/** The commit that each name leads to; undefined where it leads to none. */
const commitsAt = async (
  names: readonly string[],
  cwd: string,
  deps: WorktreeDeps,
): Promise<readonly (string | undefined)[]> => {
  const input = names.map(name => `${name}^{commit}\n`).join('')
  const lines = (await gitTextOf(deps, { cwd, args: ['cat-file', '--batch-check'], input })).split('\n')
  return names.map((_, at) => /^([0-9a-f]{40,64}) commit /.exec(lines[at] ?? '')?.[1])
}

/** The name under which it was fetched; undefined where none is wanted. */
const fetchPullRequest = async (
  { pullRequest: number, cwd }: WorktreeOptions,
  deps: WorktreeDeps,
): Promise<string | undefined> => {
  if (number === undefined) return undefined
  const ref = `refs/capstan/pull/${number}`
  const args = ['fetch', '--no-tags', 'origin', `+refs/pull/${number}/head:${ref}`]
  const fetched = await deps.git({ cwd, args, connects: 'origin', writes: REPOSITORY })
  if (!fetched.ok) throw new ToolError(says('fetchFailed', { why: fetched.words }))
  return ref
}

interface CheckOut extends Begin {
  readonly main: string
  /** Of git, as they count in the main checkout. */
  readonly settings: readonly GitSetting[]
  readonly path: string
  readonly branch: string
  readonly sparse: readonly string[]
}

/** Removes a directory that was made for git, which then did not come so far; false: something is in it. */
const removeEmpty = (path: string): boolean => {
  try {
    rmdirSync(path)
    return true
  } catch {
    // Something is in it, or it is no directory.
    return false
  }
}

/**
 * In one step, so that nobody ever finds half of it, unless only parts or programs are wanted: what those programs can
 * write begins where git's notes about the worktree are made. Answers with the programs that were not started.
 */
const checkOut = async (at: CheckOut, deps: WorktreeDeps): Promise<readonly string[]> => {
  const { main, path, branch, base, isThere, sparse, settings } = at
  const start = isThere ? `refs/heads/${branch}` : base
  const programs = await checkoutPrograms({ main, base: start, settings }, deps)
  const approved = programs.texts.length > 0 && (await deps.mayRun?.(programs.texts)) === true
  const from = isThere ? [path, branch] : ['--no-track', '-b', branch, path, base]
  const inSteps = approved || sparse.length > 0
  const lock = ['--lock', '--reason', lockReason(deps.owner)]
  const args = ['worktree', 'add', '--quiet', ...lock, ...(inSteps ? ['--no-checkout'] : []), ...from]
  // In a sandbox git can write what is there, and nothing beside it.
  mkdirSync(path)
  const add = () => gitTextOf(deps, { cwd: main, args, writes: { files: path } })
  try {
    await oneAtATime({ main, what: 'checkouts' }, add, deps)
  } catch (error) {
    removeEmpty(path)
    throw error
  }
  if (inSteps) await fill({ ...at, ...(approved ? { hooks: programs.hooks } : {}) }, deps)
  return approved ? [] : programs.texts
}

/** Checks out what belongs there; what cannot be finished is taken away again. */
const fill = async (
  { main, path, sparse, hooks, branch, isThere }: CheckOut & { readonly hooks?: string },
  deps: WorktreeDeps,
): Promise<void> => {
  const parts = ['sparse-checkout', 'set', '--cone', ...sparse]
  const how = hooks === undefined ? {} : { withPrograms: { hooks } }
  try {
    if (sparse.length > 0) await gitTextOf(deps, { cwd: path, args: parts, writes: { settings: true } })
    await gitTextOf(deps, { cwd: path, args: ['checkout', '--quiet'], writes: { files: path }, ...how })
  } catch (error) {
    rmSync(path, { recursive: true, force: true })
    const forget = ['worktree', 'remove', '--force', '--force', path]
    await oneAtATime(
      { main, what: 'checkouts' },
      () => deps.git({ cwd: main, args: forget, writes: REPOSITORY }),
      deps,
    )
    const args = ['branch', '-D', '--quiet', branch]
    if (!isThere) await deps.git({ cwd: main, args, writes: { settings: true } })
    throw error
  }
}
