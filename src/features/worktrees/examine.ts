import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { worktreeText } from '../../protocol/messages/engine/worktrees.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { fieldsOf, gitText, type WorktreeDeps } from './deps.ts'
import { findCommits } from './new-commits.ts'
import { processesInside } from './processes-inside.ts'
import { readStatus } from './read-status.ts'
import { adminDirectory, readRecord, type WorktreeRecord } from './record.ts'
import { stashesMadeThere } from './stashes.ts'

/** Something in a worktree that is nowhere else, or somebody who is at work there. */
export interface Finding {
  readonly kind: 'commits' | 'changes' | 'ignored' | 'stash' | 'unfinished' | 'nested' | 'hidden' | 'process'
  /** Part of a sentence: "2 commits". */
  readonly said: LocalizedText
  /** A salvage commit would not hold it. */
  readonly stays?: true
}

export interface Examination {
  readonly findings: readonly Finding[]
  /** The commit that is checked out; absent: there is none yet. */
  readonly head?: string
  /** Ignored files that nobody but the work there made. */
  readonly ignored: readonly string[]
  /** Commits that no branch or tag has. */
  readonly lost: readonly string[]
  readonly admin: string
}

/** All that could be lost with a worktree. Throws ToolError when git cannot say: then nothing may be removed. */
export const examine = async (
  { path, branch }: { readonly path: string; readonly branch: string },
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<Examination> => {
  const admin = adminDirectory(path)
  const record = readRecord(admin)
  const brought = protectedIn(path, record)
  const status = await readStatus(path, deps)
  const loose = status.untracked.filter(name => !brought(name))
  const ignored = status.ignored.filter(name => !brought(name))
  const { fresh, lost } = await findCommits({ path, branch, base: record?.base, status }, deps)
  const stashes = await stashesMadeThere({ path, branch, admin, since: record?.createdAt ?? 0 }, deps)
  const tracked = fieldsOf(await gitText(deps, path, ['ls-files', '-z', '-v', '--stage']))
  const findings = [
    many('commits', fresh, 'commits'),
    many('commits', lost.length, 'lost_commits'),
    many('changes', status.changed, 'changed_files'),
    many('changes', loose.length, 'new_files'),
    ...ignoredFiles(ignored),
    many('stash', stashes, 'stashes'),
    ...unfinished(admin),
    ...nestedRepositories(path, tracked, [...loose, ...ignored]),
    ...hiddenChanges(path, tracked),
    ...processesInside(path).map(({ pid, name }) =>
      staying('process', worktreeText('process', { name, pid: String(pid) })),
    ),
  ].filter(finding => finding !== undefined)
  return { findings, ignored, lost, admin, ...(status.head === undefined ? {} : { head: status.head }) }
}

const staying = (kind: Finding['kind'], said: LocalizedText): Finding => ({ kind, said, stays: true })

const many = (
  kind: Finding['kind'],
  count: number,
  row: 'commits' | 'lost_commits' | 'changed_files' | 'new_files' | 'stashes',
): Finding | undefined => (count === 0 ? undefined : { kind, said: worktreeText(row, { count }) })

const ignoredFiles = (names: readonly string[]): readonly Finding[] => {
  const count = names.length
  if (count === 0) return []
  const said =
    count === 1 ? worktreeText('ignored_file') : worktreeText('ignored_files', { count, names: topOf(names) })
  return [{ kind: 'ignored', said }]
}

/** The first directories or files, to be recognised by. */
export const topOf = (names: readonly string[]): string =>
  [...new Set(names.map(name => name.split('/', 1)[0] ?? ''))].slice(0, 3).join(', ')

/** Tells of a file whether we brought it and it is as it was. */
const protectedIn = (path: string, record: WorktreeRecord | undefined): ((name: string) => boolean) => {
  if (!record) return () => false
  return name => {
    const at = join(path, name)
    const facts = lstatSync(at, { throwIfNoEntry: false })
    if (!facts) return true
    const link = record.links[name]
    if (link !== undefined) return facts.isSymbolicLink() && readlinkSync(at) === link
    const copy = record.copied[name]
    return copy !== undefined && facts.isFile() && facts.size === copy[0] && facts.mtimeMs === copy[1]
  }
}

const UNFINISHED = {
  'rebase-merge': 'unfinished_rebase',
  'rebase-apply': 'unfinished_rebase',
  MERGE_HEAD: 'unfinished_merge',
  CHERRY_PICK_HEAD: 'unfinished_pick',
  REVERT_HEAD: 'unfinished_revert',
  BISECT_LOG: 'unfinished_bisect',
  sequencer: 'unfinished_sequence',
} as const

const unfinished = (admin: string): readonly Finding[] =>
  Object.entries(UNFINISHED)
    .filter(([name]) => existsSync(join(admin, name)))
    .slice(0, 1)
    .map(([, row]) => staying('unfinished', worktreeText(row)))

/** Submodules that were checked out, and repositories that were made or cloned there. */
const nestedRepositories = (
  path: string,
  tracked: readonly string[],
  loose: readonly string[],
): readonly Finding[] => {
  const links = tracked.flatMap(line => (/^. 160000 /.test(line) ? [line.slice(line.indexOf('\t') + 1)] : []))
  return [
    ...links.filter(name => existsSync(join(path, name, '.git'))),
    ...loose.filter(name => name.endsWith('/')).map(name => name.slice(0, -1)),
  ].map(name => staying('nested', worktreeText('nested', { name })))
}

/** Files that git was told not to look at: whether they changed nobody knows. */
const hiddenChanges = (path: string, tracked: readonly string[]): readonly Finding[] => {
  const hidden = tracked.filter(line => {
    const isOverlooked = /^[a-z]/.test(line)
    // Outside of a sparse checkout; there it is not to be.
    return (
      isOverlooked || (line.startsWith('S') && existsSync(join(path, line.slice(line.indexOf('\t') + 1))))
    )
  })
  return hidden.length === 0 ? [] : [staying('hidden', worktreeText('overlooked', { count: hidden.length }))]
}
