import { type FittedDiff, fitDiff } from '../../features/code-review/diff-parts.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { TooMuchError } from '../eval/git-child.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { createRedactor } from '../sessions/redactor.ts'
import { openWork } from './open-work.ts'
import { type ReviewGit, reviewGit, topOf } from './review-git.ts'

/** What is reviewed. */
export interface Change extends Omit<FittedDiff, 'text'> {
  /** The top of the repository. */
  readonly root: string
  readonly what: string
  /** Commits. */
  readonly base: string
  readonly head: string
  /** It is what this checkout has: rules count as they are here, else as they were before the change. */
  readonly own: boolean
  readonly diff: string
}

const MAX_DIFF = 400_000
/** Beyond this nobody even looks for what could be left out. */
const MAX_BYTES = 64 * 1024 * 1024
const MAIN = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']
/** As it is for everybody, whatever the person's settings make of it. */
const DIFF = [
  ...['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', '-U5', '--no-relative'],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--submodule=short', '--ignore-submodules=dirty'],
]

/** A base, a range, `#12`, or without a word all that this checkout has and the main branch does not. */
export const findChange = async (word: string | undefined, deps: SessionsDeps): Promise<Change> => {
  const root = await topOf(deps)
  const git = reviewGit(root, deps.process.env)
  const { what, from, to } = await spanOf(word, git)
  const head = to ?? (await openWork(git, root))
  const diff = await diffOf(git, from, head)
  if (diff.trim() === '') throw new ExitError(2, codeReviewText('no_change', { what }))
  const { text, files, leftOut } = fitDiff(diff)
  if (text.length > MAX_DIFF)
    throw new ExitError(2, codeReviewText('too_large', { size: String(text.length), most: String(MAX_DIFF) }))
  return {
    root,
    what,
    base: from,
    head,
    own: to === undefined,
    diff: createRedactor(deps)(text),
    files,
    leftOut,
  }
}

const diffOf = async (git: ReviewGit, from: string, to: string): Promise<string> => {
  try {
    return await git([...DIFF, from, to, '--'], { maxBytes: MAX_BYTES })
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error
    const size = `> ${MAX_BYTES}`
    throw new ExitError(2, codeReviewText('too_large', { size, most: String(MAX_DIFF) }))
  }
}

interface Span {
  readonly what: string
  readonly from: string
  /** Absent: what this checkout has. */
  readonly to?: string
}

const spanOf = async (word: string | undefined, git: ReviewGit): Promise<Span> => {
  const [, number] = /^#(\d{1,9})$/.exec(word ?? '') ?? []
  if (number !== undefined) {
    const head = await pullRequest(number, git)
    return { what: `#${number}`, from: await baseOf([await mainOf(git), head], git), to: head }
  }
  const [, left, dots, right] = /^(.*?)(\.{2,3})(.*)$/s.exec(word ?? '') ?? []
  if (word !== undefined && dots !== undefined) {
    const [a, b] = [await commitOf(left || 'HEAD', git), await commitOf(right || 'HEAD', git)]
    return { what: word, from: dots === '...' ? await baseOf([a, b], git) : a, to: b }
  }
  const against = word === undefined ? await mainOf(git) : await commitOf(word, git)
  return { what: word ?? 'HEAD', from: await baseOf([against, await commitOf('HEAD', git)], git) }
}

const findCommit = async (ref: string, git: ReviewGit): Promise<string> =>
  (await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])).trim()

/** The word was none for a change. */
export class NoSuchCommitError extends ExitError {}

const commitOf = async (ref: string, git: ReviewGit): Promise<string> =>
  await findCommit(ref, git).catch(() => {
    throw new NoSuchCommitError(2, codeReviewText('no_ref', { ref: JSON.stringify(ref) }))
  })

const baseOf = async ([a, b]: readonly [string, string], git: ReviewGit): Promise<string> =>
  (
    await git(['merge-base', a, b]).catch(() => {
      throw new ExitError(2, codeReviewText('no_base'))
    })
  ).trim()

/** The main branch; without one all that is not committed is meant. */
const mainOf = async (git: ReviewGit): Promise<string> => {
  for (const name of MAIN) {
    const found = await findCommit(name, git).catch(() => undefined)
    if (found !== undefined) return found
  }
  return await commitOf('HEAD', git)
}

/** As it was fetched by the person; else it is fetched under a name of ours. */
const pullRequest = async (number: string, git: ReviewGit): Promise<string> => {
  const theirs = await findCommit(`refs/pull/${number}/head`, git).catch(() => undefined)
  if (theirs !== undefined) return theirs
  const ref = `refs/capstan/pull/${number}`
  try {
    await git(['fetch', '--quiet', '--no-tags', 'origin', `+refs/pull/${number}/head:${ref}`], {
      connects: true,
    })
    return await findCommit(ref, git)
  } catch (error) {
    throw new ExitError(2, codeReviewText('no_pull_request', { number, why: messageOf(error) }))
  }
}
