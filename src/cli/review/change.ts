import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { runGitHere } from '../eval/git-child.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'

/** What is reviewed. */
export interface Change {
  /** The top of the repository. */
  readonly root: string
  readonly what: string
  readonly diff: string
  /** What a worktree for fixes begins with; absent: what is not committed is part of it. */
  readonly head?: string
}

const MAX_DIFF = 400_000
const MAIN = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']
const DIFF = ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', '-U5']

/** A base, a range, `#12`, or without a word all that this checkout has and the main branch does not. */
export const findChange = async (word: string | undefined, deps: SessionsDeps): Promise<Change> => {
  const git = async (...args: readonly string[]): Promise<string> =>
    await runGitHere(args, { cwd: deps.cwd }, deps.process.env)
  const root = await git('rev-parse', '--show-toplevel').catch(() => {
    throw new ExitError(2, codeReviewText('no_repository', { directory: deps.cwd }))
  })
  const commit = async (ref: string): Promise<string> => {
    try {
      return (await git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`)).trim()
    } catch (error) {
      throw new ExitError(2, codeReviewText('no_ref', { ref: JSON.stringify(ref), why: messageOf(error) }))
    }
  }
  const { what, from, to } = await spanOf(word, { git, commit })
  const diff = await git(...DIFF, from, ...(to === undefined ? [] : [to]), '--')
  if (diff.trim() === '') throw new ExitError(2, codeReviewText('no_change', { what }))
  if (diff.length > MAX_DIFF)
    throw new ExitError(2, codeReviewText('too_large', { size: String(diff.length), most: String(MAX_DIFF) }))
  return { root: root.trim(), what, diff, ...(to === undefined ? {} : { head: to }) }
}

interface Asking {
  git(...args: readonly string[]): Promise<string>
  commit(ref: string): Promise<string>
}

const spanOf = async (
  word: string | undefined,
  { git, commit }: Asking,
): Promise<{ readonly what: string; readonly from: string; readonly to?: string }> => {
  const base = async (a: string, b: string): Promise<string> => (await git('merge-base', a, b)).trim()
  const [, number] = /^#(\d+)$/.exec(word ?? '') ?? []
  if (number !== undefined) {
    const head = await commit(`refs/pull/${number}/head`).catch(() => {
      throw new ExitError(2, codeReviewText('no_pull_request', { number }))
    })
    return { what: `#${number}`, from: await base(await mainOf(commit), head), to: head }
  }
  const [, left, dots, right] = /^(.*?)(\.{2,3})(.*)$/.exec(word ?? '') ?? []
  if (word !== undefined && dots !== undefined) {
    const [a, b] = [await commit(left || 'HEAD'), await commit(right || 'HEAD')]
    return { what: word, from: dots === '...' ? await base(a, b) : a, to: b }
  }
  const against = word === undefined ? await mainOf(commit) : await commit(word)
  return { what: word ?? 'HEAD', from: await base(against, 'HEAD') }
}

/** The main branch; without one all that is not committed is meant. */
const mainOf = async (commit: Asking['commit']): Promise<string> => {
  for (const name of MAIN) {
    const found = await commit(name).catch(() => undefined)
    if (found !== undefined) return found
  }
  return await commit('HEAD')
}
