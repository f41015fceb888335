import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import type { ThreadLocation } from '../../protocol/agents/thread-location.ts'
import type { OpenWorktree, WorktreeEnd } from '../../protocol/agents/worktrees.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { createWorktree, type WorktreeOptions } from './create-worktree.ts'
import { REPOSITORY, type WorktreeDeps } from './deps.ts'
import { examine } from './examine.ts'
import { listCheckouts, listWorktrees, mainCheckout } from './list-worktrees.ts'
import { removeWorktree, tell } from './remove-worktree.ts'
import { branchOf } from './worktree-name.ts'

const says = modelTexts('worktree_opening', {
  notOne: { en: '{path} is not a worktree of {main}.', zh: '{path} 不是 {main} 的工作树。' },
  noDirectory: { en: 'There is no directory {path}.', zh: '没有目录 {path}。' },
})

type Tree = Pick<OpenWorktree, 'name' | 'path' | 'branch' | 'main' | 'reused' | 'notRun'>

/** A worktree that git makes, to be finished by whoever asked for it. */
export const openWorktree = async (wish: WorktreeOptions, deps: WorktreeDeps): Promise<OpenWorktree> => {
  return opened(await createWorktree(wish, deps), deps)
}

/** One that is there: of ours by the same rules, of others only to work in. */
export const openWorktreeAt = async (
  at: { readonly path: string; readonly cwd: string },
  deps: WorktreeDeps,
): Promise<OpenWorktree> => {
  const main = mainCheckout(at.cwd)
  const path = realPath(resolve(at.cwd, at.path))
  const own = (await listWorktrees(main, deps)).find(each => each.path === path)
  if (own) return await openWorktree({ name: own.slug.replaceAll('+', '/'), cwd: main, settings: {} }, deps)
  const [, ...others] = await listCheckouts(main, deps)
  const other = others.find(each => each.path === path)
  if (!other) throw new ToolError(says('notOne', { path: at.path, main }))
  const tree = { name: other.slug, path, branch: other.branch ?? '', main }
  const kept = { kept: true, path, branch: tree.branch, reason: 'Capstan did not make it.' }
  const look = async (): Promise<string> => 'what Capstan did not make'
  return { ...tree, place: placeIn(path, main), look, keep: async () => undefined, finish: async () => kept }
}

const realPath = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    throw new ToolError(says('noDirectory', { path }))
  }
}

const opened = (tree: Tree, deps: WorktreeDeps): OpenWorktree => ({
  ...tree,
  place: placeIn(tree.path, tree.main),
  async look() {
    const { findings } = await examine({ path: tree.path, branch: branchOf(tree.name) }, deps)
    return tell(findings)
  },
  async keep() {
    await deps.git({ cwd: tree.main, args: ['worktree', 'unlock', tree.path], writes: REPOSITORY })
  },
  finish: how => finishWorktree(tree, deps, how),
})

/** Where a thread works that works there. */
const placeIn = (path: string, main: string): ThreadLocation => ({
  cwd: path,
  roots: [path],
  keepOut: { root: main, except: path },
})

/** The work there is over: it is removed if nothing could be lost, else kept and free for others. */
export const finishWorktree = async (
  { name, path, branch, main }: Tree,
  deps: WorktreeDeps,
  how?: { readonly discard: boolean },
): Promise<WorktreeEnd> => {
  try {
    const end = await removeWorktree({ main, slug: name, discard: how?.discard === true }, deps)
    if (!end.kept) {
      const copy = end.findings.length > 0 && end.salvage ? { salvage: end.salvage } : {}
      return { kept: false, path, branch, reason: '', ...copy }
    }
    await deps.git({ cwd: main, args: ['worktree', 'unlock', path], writes: REPOSITORY })
    const what = end.findings.length > 0 && !how?.discard ? tell(end.findings) : end.reason
    return {
      kept: true,
      path: end.path,
      branch: end.branch,
      reason: `It has ${what}. ${howOn({ name, branch, main })}`,
    }
  } catch (error) {
    return { kept: true, path, branch, reason: `It could not be looked at: ${errorText(error)}` }
  }
}

/** What to do with one that was kept. Git is there wherever worktrees are; this program need not be on the PATH. */
const howOn = ({ name, branch, main }: Pick<Tree, 'name' | 'branch' | 'main'>): string =>
  `To bring its work into ${main}: commit in the worktree what is not committed, then \`git merge ${branch}\` in ${main}. The user can do both with \`capstan worktrees merge ${name}\`, and remove it with \`capstan worktrees clean ${name}\`.`
