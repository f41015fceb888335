import { filledText, listOf, oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

export const worktreeRows = [
  {
    key: 'worktree.baseRef',
    public: true,
    check: oneOf(['fresh', 'head']),
    doc: {
      en: 'Where new worktrees start: `fresh` = the remote default branch as last fetched, `head` = your checkout',
      zh: '新工作树的起点：fresh 为上次获取的远程默认分支，head 为当前检出',
    },
    default: 'fresh',
    counts: 'next start',
  },
  {
    key: 'worktree.symlinkDirectories',
    public: true,
    check: listOf(filledText),
    doc: {
      en: 'Directories a worktree shares with the main checkout through links, such as `node_modules`',
      zh: '工作树通过链接与主检出共用的目录，例如 node_modules',
    },
    counts: 'next start',
  },
  {
    key: 'worktree.sparsePaths',
    public: true,
    check: listOf(filledText),
    doc: { en: 'Check out only these directories in worktrees', zh: '工作树中只检出这些目录' },
    counts: 'next start',
  },
  {
    key: 'worktree.bgIsolation',
    check: oneOf(['none', 'worktree']),
    doc: {
      en: 'Where background agents work: `none` = your checkout, `worktree` = one of their own each',
      zh: '后台智能体在哪里工作：none 为你的检出，worktree 为各自的工作树',
    },
    default: 'none',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
