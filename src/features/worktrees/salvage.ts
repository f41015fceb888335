import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { gitText, gitTextOf, REPOSITORY, type WorktreeDeps } from './deps.ts'
import { type Examination, topOf } from './examine.ts'

const says = modelTexts('worktree_salvage', {
  notKept: { en: 'a copy could not be kept: {why}', zh: '无法保留副本：{why}' },
  gitFailed: { en: 'git {verb} failed', zh: 'git {verb} 失败' },
  ignoredTooLarge: {
    en: 'its ignored files are too large to keep a copy of ({files}): delete them first if nobody needs them',
    zh: '被忽略的文件太大，无法保留副本（{files}）：如果没人需要，请先删除',
  },
})

const SALVAGE_REFS = 'refs/capstan/salvage/'

/** More than this is not put into the repository: dependencies, build output. */
const MOST_IGNORED_BYTES = 20 * 1024 * 1024
const MOST_IGNORED_FILES = 2_000
const MOST_TRIES = 20

interface Salvage {
  readonly ref: string
  readonly commit: string
}

/**
 * Keeps HEAD and everything in the working tree of a worktree under a ref, so that whatever happens to it can be brought
 * back. Changes nothing in the worktree. ToolError when not all of it can be kept.
 */
export const salvage = async (
  at: { readonly path: string; readonly name: string },
  found: Examination,
  deps: WorktreeDeps,
): Promise<Salvage> => {
  const { path, name } = at
  const keep = (commit: string): Promise<Salvage> => keepUnder(commit, { path, name }, deps)
  // A clean worktree leaves no objects behind.
  if (found.findings.length === 0 && found.head !== undefined) return await keep(found.head)
  refuseTooMuch(path, found.ignored)
  const index = join(found.admin, `capstan-index-${deps.newId()}`)
  try {
    const staged = await gitTextOf(deps, { cwd: path, args: ['write-tree'], writes: REPOSITORY }).catch(
      () => undefined,
    )
    if (existsSync(join(found.admin, 'index'))) copyFileSync(join(found.admin, 'index'), index)
    await must(deps, { cwd: path, index, args: ['add', '--all', '--', '.'] })
    if (found.ignored.length > 0)
      await must(deps, {
        cwd: path,
        index,
        args: ['add', '--force', '--pathspec-from-file=-', '--pathspec-file-nul'],
        input: found.ignored.map(file => `:(literal)${file}`).join('\0'),
      })
    const tree = (await must(deps, { cwd: path, index, args: ['write-tree'] })).trim()
    // Changed while it was looked at: then it is not all there.
    await must(deps, { cwd: path, index, args: ['diff-files', '--quiet', '--ignore-submodules=dirty'] })
    return await keep(await commitOf({ path, name, tree, staged: staged?.trim() }, found, deps))
  } finally {
    rmSync(index, { force: true })
    rmSync(`${index}.lock`, { force: true })
  }
}

const keepUnder = async (
  commit: string,
  { path, name }: { readonly path: string; readonly name: string },
  deps: WorktreeDeps,
): Promise<Salvage> => {
  const time = deps.now().toISOString().replaceAll(/[-:]/g, '').replace(/\..*$/, '')
  for (let at = 1; ; at++) {
    const ref = `${SALVAGE_REFS}${name}-${time}${at === 1 ? '' : `-${at}`}`
    // Never in the place of another one.
    const answer = await deps.git({ cwd: path, args: ['update-ref', ref, commit, ''], writes: REPOSITORY })
    if (answer.ok) return { ref, commit }
    if (at === MOST_TRIES) throw new ToolError(says('notKept', { why: answer.words }))
  }
}

/** Nothing to keep beside HEAD is HEAD. */
const commitOf = async (
  {
    path,
    name,
    tree,
    staged,
  }: Readonly<Record<'path' | 'name' | 'tree', string>> & {
    readonly staged: string | undefined
  },
  { head, lost }: Pick<Examination, 'head' | 'lost'>,
  deps: WorktreeDeps,
): Promise<string> => {
  const clean = head && (await gitText(deps, path, ['rev-parse', `${head}^{tree}`])).trim()
  if (head && clean === tree && (staged === undefined || staged === tree) && lost.length === 0) return head
  const parents = head === undefined ? [] : [head]
  if (staged !== undefined && staged !== tree && staged !== clean)
    parents.push(await commitTree({ path, tree: staged, parents, words: `${name}: what was staged` }, deps))
  return await commitTree(
    { path, tree, parents: [...parents, ...lost], words: `${name}: all there was` },
    deps,
  )
}

const commitTree = async (
  at: {
    readonly path: string
    readonly tree: string
    readonly parents: readonly string[]
    readonly words: string
  },
  deps: WorktreeDeps,
): Promise<string> => {
  const parents = at.parents.flatMap(parent => ['-p', parent])
  const args = ['commit-tree', at.tree, ...parents, '-m', at.words]
  return (await gitTextOf(deps, { cwd: at.path, args, writes: REPOSITORY })).trim()
}

const must = async ({ git }: WorktreeDeps, run: Parameters<WorktreeDeps['git']>[0]): Promise<string> => {
  const answer = await git({ ...run, writes: REPOSITORY })
  if (!answer.ok)
    throw new ToolError(
      says('notKept', { why: answer.words || says('gitFailed', { verb: run.args[0] ?? '' }) }),
    )
  return answer.output
}

const refuseTooMuch = (path: string, ignored: readonly string[]): void => {
  let bytes = 0
  for (const name of ignored.slice(0, MOST_IGNORED_FILES + 1))
    bytes += statSync(join(path, name), { throwIfNoEntry: false })?.size ?? 0
  if (bytes > MOST_IGNORED_BYTES || ignored.length > MOST_IGNORED_FILES)
    throw new ToolError(says('ignoredTooLarge', { files: topOf(ignored) }))
}

export interface KnownSalvage extends Salvage {
  /** Branches, tags or remotes have all of it by now. */
  readonly needless: boolean
}

/** All copies there are of removed worktrees, oldest first of each name. */
export const listSalvages = async (
  main: string,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<readonly KnownSalvage[]> => {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', SALVAGE_REFS]
  const found: KnownSalvage[] = []
  for (const line of (await gitText(deps, main, args)).split('\n')) {
    const [commit, ref] = line.split(' ')
    if (commit === undefined || ref === undefined) continue
    const others = ['--not', '--branches', '--tags', '--remotes']
    const own = await deps.git({
      cwd: main,
      args: ['rev-list', '--count', '--max-count=1', commit, ...others],
    })
    found.push({ ref, commit, needless: own.ok && own.output.trim() === '0' })
  }
  return found
}
