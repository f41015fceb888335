import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findCheckout } from '../../lib/find-checkout.ts'
import type { GitSetting } from '../../lib/git/read-git-view.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { gitDone, gitText, type WorktreeDeps } from './deps.ts'

const says = modelTexts('worktree_places', {
  noRepository: {
    en: 'Worktrees need a git repository, and {cwd} is not in one.',
    zh: '工作树需要 git 仓库，而 {cwd} 不在仓库中。',
  },
  link: {
    en: '{path} is a link. Worktrees must lie in the repository itself: remove the link.',
    zh: '{path} 是链接。工作树必须位于仓库内部：请移除该链接。',
  },
})

/** Ours first; those of others are found, too. */
const FOLDERS = ['.capstan', '.claude']

/** Real path of the main checkout around a directory; ToolError outside of a repository. */
export const mainCheckout = (cwd: string): string => {
  const checkout = existsSync(cwd) ? findCheckout(realpathSync.native(cwd)) : undefined
  if (!checkout) throw new ToolError(says('noRepository', { cwd }))
  return checkout.main
}

/** Where new ones go: beside those that are there, else into the settings folder that is there, else ours. */
export const worktreesDirectory = (main: string): string => {
  const folders = FOLDERS.map(folder => join(main, folder))
  const chosen =
    folders.find(folder => isDirectory(join(folder, 'worktrees'))) ??
    folders.find(folder => isDirectory(folder)) ??
    join(main, '.capstan')
  for (const path of [chosen, join(chosen, 'worktrees')])
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new ToolError(says('link', { path }))
  return join(chosen, 'worktrees')
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** A checkout that git knows. */
export interface KnownWorktree {
  /** Directory name. */
  readonly slug: string
  readonly path: string
  readonly head: string
  /** Absent: detached. */
  readonly branch?: string
  /** Why it may not be removed; '' without a reason. */
  readonly locked?: string
  /** Its directory is gone. */
  readonly missing: boolean
}

/** Those in either settings folder of the main checkout, by name. */
export const listWorktrees = async (
  main: string,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<readonly KnownWorktree[]> => (await lookAtWorktrees(main, deps)).known

/** The same, with the settings of git that count in the main checkout. */
export const lookAtWorktrees = async (
  main: string,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<{ readonly known: readonly KnownWorktree[]; readonly settings: readonly GitSetting[] }> => {
  const places = FOLDERS.map(folder => join(main, folder, 'worktrees'))
  const { output, settings } = await gitDone(deps, { cwd: main, args: LIST })
  const known = parseCheckouts(output)
    .filter(({ path }) => places.includes(dirname(path)))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  return { known, settings }
}

const LIST = ['worktree', 'list', '--porcelain']

/** All that git knows, wherever they are; the main checkout is the first. */
export const listCheckouts = async (
  main: string,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<readonly KnownWorktree[]> => parseCheckouts(await gitText(deps, main, LIST))

const parseCheckouts = (text: string): readonly KnownWorktree[] =>
  text.split('\n\n').flatMap(block => parse(block.split('\n')))

const parse = (lines: readonly string[]): readonly KnownWorktree[] => {
  const value = (key: string): string | undefined => {
    const line = lines.find(each => each === key || each.startsWith(`${key} `))
    return line?.slice(key.length + 1)
  }
  const path = value('worktree')
  const head = value('HEAD')
  if (path === undefined || head === undefined) return []
  const branch = value('branch')?.replace(/^refs\/heads\//, '')
  const locked = value('locked')
  return [
    {
      slug: basename(path),
      path,
      head,
      ...(branch === undefined ? {} : { branch }),
      ...(locked === undefined ? {} : { locked }),
      missing: !isDirectory(path),
    },
  ]
}
