import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { estimateReview } from '../../features/code-review/estimate.ts'
import { findersFor, reviewRules } from '../../features/code-review/finders.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import type { Host } from '../../protocol/host.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import type { RunOptions } from '../args/run-options.ts'
import { uiLanguage } from '../in-ui-language.ts'
import { overridesOf } from '../open-request.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { keepForLedger } from '../sessions/keep-for-ledger.ts'
import { wrongUsage } from '../sessions/options.ts'
import { findHere } from '../workflow/here.ts'
import { findChange } from './change.ts'
import { openCheckouts } from './checkouts.ts'
import { holdReview } from './hold-review.ts'
import { openReviewSession } from './open-session.ts'
import { projectFiles } from './project-files.ts'
import { REVIEW, type ReviewArgs } from './review-args.ts'
import { reviewGit } from './review-git.ts'
import { pastReviews, type Review, saveReview } from './review-store.ts'

/** What is to be reviewed, by whom and by which rules. Nothing is kept yet. */
export const beginReview = async (
  { word, only }: Pick<ReviewArgs, 'word' | 'only'>,
  deps: SessionsDeps,
): Promise<Review> => {
  const change = await findChange(word, deps)
  const files = projectFiles(change, reviewGit(change.root, deps.process.env))
  const known = await findersFor(files, uiLanguage(deps.process.env))
  const names = known.map(({ name }) => name)
  const unknown = only?.find(name => !names.includes(name))
  if (unknown !== undefined)
    throw wrongUsage(
      REVIEW,
      argumentText('takes', {
        flag: '--only',
        choices: argumentText('all_of', { names }),
        given: JSON.stringify(unknown),
      }),
    )
  if (change.leftOut.length > 0) deps.warn(codeReviewText('left_out', { files: change.leftOut }))
  return {
    id: `w${randomBytes(5).toString('hex')}`,
    change,
    finders: known.filter(({ name }) => only?.includes(name) ?? true),
    rules: await reviewRules(files, change.files),
    sessions: [],
    usd: 0,
  }
}

/** About what it will cost; undefined: nobody knows the price. */
export const estimateOf = async (
  { finders, change }: Review,
  options: RunOptions,
  deps: SessionsDeps,
): Promise<number | undefined> => {
  const { price } = await findHere(deps.process, { ...overridesOf(options), settingSources: ['user'] })
  const size = { finders: finders.length, diffChars: change.diff.length }
  return estimateReview(size, pastReviews(deps.configHome), usage => price({}, usage))
}

export interface GoingOn {
  readonly host: Pick<Host, 'open'>
  readonly signal: AbortSignal
  readonly maxUsd: number
  readonly options: RunOptions
  /** Its agents work on machines of a fleet. */
  readonly fleet?: boolean
}

/** Holds it to its end, in a session of its own. Its checkouts are gone when it is finished, else they wait for it. */
export const goOnWith = async (begun: Review, at: GoingOn, deps: SessionsDeps): Promise<Review> => {
  const { change } = begun
  saveReview(deps.configHome, begun)
  const git = reviewGit(change.root, deps.process.env)
  const checkouts = await openCheckouts(begun.id, change, git)
  const { host, options, signal, maxUsd, fleet = false } = at
  const name = deps.localize(codeReviewText('session_name', { what: change.what }))
  const { root } = change
  await using engine = await openReviewSession({ host, checkouts, options, root, name, fleet }, deps)
  const { configHome } = deps
  const sessionId = await keepForLedger(engine, { configHome, cwd: checkouts.tree })
  const pathOf = (id: string): string => sessionPath(configHome, checkouts.tree, id)
  const sessions = [...begun.sessions, sessionId]
  const done = await holdReview(
    { ...begun, sessions },
    {
      engine,
      checkouts,
      signal,
      maxUsd,
      fleet,
      runs: join(deps.configHome, 'workflow-runs'),
      records: () => sessions.map(pathOf),
      language: uiLanguage(deps.process.env),
      line: deps.warn,
      save: each => saveReview(deps.configHome, each),
    },
  )
  await checkouts.close()
  return done
}
