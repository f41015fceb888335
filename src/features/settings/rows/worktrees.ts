import { filledText, listOf, oneOf } from '../check.ts'
import type { SettingRow } from './row.ts'

export const worktreeRows = [
  {
    key: 'worktree.baseRef',
    public: true,
    check: oneOf(['fresh', 'head']),
    doc: 'Where new worktrees start: `fresh` = the remote default branch as last fetched, `head` = your checkout',
    default: 'fresh',
    counts: 'next start',
  },
  {
    key: 'worktree.symlinkDirectories',
    public: true,
    check: listOf(filledText),
    doc: 'Directories a worktree shares with the main checkout through links, such as `node_modules`',
    counts: 'next start',
  },
  {
    key: 'worktree.sparsePaths',
    public: true,
    check: listOf(filledText),
    doc: 'Check out only these directories in worktrees',
    counts: 'next start',
  },
  {
    key: 'worktree.bgIsolation',
    check: oneOf(['none', 'worktree']),
    doc: 'Where background agents work: `none` = your checkout, `worktree` = one of their own each',
    default: 'none',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]
