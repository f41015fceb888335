import { escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { AskGit, GitCommand } from '../../protocol/run-git.ts'
import type { PromptContent } from './content.ts'

/** The state of a repository at one moment. `undefined`: nobody knows. */
export interface GitSnapshot {
  readonly branch: string | undefined
  readonly mainBranch: string | undefined
  readonly user: string | undefined
  /** As `git status --short` has it. */
  readonly status: readonly string[] | undefined
  /** Newest first, as short id and subject. */
  readonly commits: readonly string[] | undefined
}

const COMMITS = 5
const MAX_STATUS_CHARS = 2_000
const MAX_LINE = 200

/** Repositories within this one have settings of their own, which nobody checked. */
const STATUS = [
  'status',
  '--short',
  '--branch',
  '--no-ahead-behind',
  '--no-renames',
  '--ignore-submodules=all',
]
const BRANCH = ['branch', '--show-current']

/** Without a signature, a patch, notes or a map of names: nothing is looked up that a repository could choose. */
const LOG = [
  'log',
  `-n${COMMITS}`,
  '--no-show-signature',
  '--no-patch',
  '--no-notes',
  '--no-mailmap',
  '--no-decorate',
  '--no-color',
  '--format=%h %s',
]
/** The first line of a status; no branch has a blank in its name. */
const HEAD_LINE = /^## /

/**
 * What may be read of a repository. `guarded`: its files are compared where git itself sees no setting that could run
 * something. `branch`: whether it belongs to this work tree is not sure, so that nothing else of it is read.
 */
export type GitReach = 'files' | 'guarded' | 'branch'

const FIRST: Readonly<Record<GitReach, GitCommand>> = {
  files: STATUS,
  guarded: { harmless: STATUS, otherwise: BRANCH },
  branch: BRANCH,
}

/** All questions at once. Comparing files runs the filters that a repository's settings name. */
export const readGitSnapshot = async (
  ask: AskGit,
  known: { readonly mainBranch: string | undefined; readonly reach: GitReach },
): Promise<GitSnapshot> => {
  const rest = known.reach === 'branch' ? [] : [LOG, ['config', '--get', 'user.name']]
  const [first, log, user] = await ask([FIRST[known.reach], ...rest])
  const [head = '', ...files] = linesOf(first)
  return {
    branch: branchOf(head),
    mainBranch: known.mainBranch,
    user: linesOf(user)[0],
    status: HEAD_LINE.test(head) ? files : undefined,
    commits: log === undefined ? (isUnborn(head) ? [] : undefined) : linesOf(log),
  }
}

const linesOf = (output: string | undefined): readonly string[] =>
  (output ?? '').split('\n').filter(line => line !== '')

const UNBORN = /^## (?:No commits yet on|Initial commit on) /
const isUnborn = (head: string): boolean => UNBORN.test(head)

/** `## main...origin/main`; no branch name holds two dots in a row. */
const branchOf = (head: string): string | undefined => {
  const name = head.replace(UNBORN, '').replace(HEAD_LINE, '').split('...')[0]?.trim()
  return name === '' ? undefined : name
}

/** Every line is made safe, cut and set in, so that nothing in a branch name or a subject can pass for our words. */
export const gitText = (git: GitSnapshot, { git: words }: PromptContent): string => {
  const line = (text: string): string => inertTags(escapeLine(text, MAX_LINE))
  const fact = (name: string, value: string | undefined): string =>
    `${name}: ${value === undefined ? words.unknown : line(value)}`
  const list = (name: string, items: readonly string[] | undefined, none: string): readonly string[] => {
    if (items === undefined) return [`${name}: ${words.unknown}`]
    return items.length === 0 ? [`${name}: ${none}`] : [`${name}:`, ...items.map(item => `  ${line(item)}`)]
  }
  const { shown, left } = fitStatus(git.status)
  return [
    words.heading,
    fact(words.branch, git.branch),
    ...(git.mainBranch === undefined ? [] : [fact(words.mainBranch, git.mainBranch)]),
    ...(git.user === undefined ? [] : [fact(words.user, git.user)]),
    ...list(words.status, shown, words.clean),
    ...(left > 0 ? [`  ${words.more(left)}`] : []),
    ...list(words.commits, git.commits?.slice(0, COMMITS), words.noCommits),
  ].join('\n')
}

/** The same text when it is told later: then it is not of the beginning. */
export const gitNews = (text: string, { git: words }: PromptContent): string =>
  text.replace(words.heading, () => words.headingNow)

const MAX_TEXT = 8_000

/** Whether a text is one that {@link gitText} makes, of whatever state of a repository. */
export const isGitText = (text: string, { git: words }: PromptContent): boolean => {
  const names = [words.branch, words.mainBranch, words.user, words.status, words.commits]
  const [first = '', ...lines] = text.slice(words.heading.length).split('\n')
  return (
    text.length <= MAX_TEXT &&
    text.startsWith(words.heading) &&
    first === '' &&
    lines.every(line => line.startsWith('  ') || names.some(name => line.startsWith(`${name}:`))) &&
    lines.every(line => inertTags(escapeLine(line, MAX_TEXT)) === line)
  )
}

const fitStatus = (
  status: readonly string[] | undefined,
): { readonly shown: readonly string[] | undefined; readonly left: number } => {
  if (status === undefined) return { shown: undefined, left: 0 }
  let room = MAX_STATUS_CHARS
  const end = status.findIndex(line => {
    room -= Math.min(line.length, MAX_LINE) + 1
    return room < 0
  })
  const shown = end === -1 ? status : status.slice(0, end)
  return { shown, left: status.length - shown.length }
}
