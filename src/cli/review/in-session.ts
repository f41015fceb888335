import { findStart } from '../../host/start.ts'
import type {
  ChangeReviews,
  PlannedReview,
  ReviewEnd,
  ReviewLocation,
  ReviewWish,
} from '../../protocol/agents/change-review.ts'
import type { Host } from '../../protocol/host.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import { parseArgs } from '../args/parse-args.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { localizeFor } from '../in-ui-language.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { beginReview, goOnWith } from './begin-review.ts'
import { NoSuchCommitError } from './change.ts'
import { topOf } from './review-git.ts'
import { loadReview, newestReview, type Review } from './review-store.ts'
import { showReview, survivors } from './show-review.ts'

interface Opener {
  readonly version: string
  openHost(): Host
}

/** The reviews of `capstan review`, for a command of a session. */
export const reviewsHere = async (
  place: ReviewLocation,
  { version, openHost }: Opener,
): Promise<ChangeReviews> => {
  const begun = new Map<string, Review>()
  const depsFor = async (line: Warn): Promise<SessionsDeps> => {
    const from = { env: place.env, version, argv: [], cwd: place.cwd }
    const { cwd, configHome } = findStart(from)
    return {
      cwd,
      configHome,
      process: from,
      now: Date.now(),
      write: async () => undefined,
      localize: await localizeFor(place.env),
      warn: line,
    }
  }
  const quiet = await depsFor(() => undefined)
  return {
    async plan(wish) {
      const review = await planned(wish, quiet)
      if (!review) return undefined
      begun.set(review.id, review)
      const { id, finders, change } = review
      return { id, what: change.what, agents: 2 * finders.length }
    },
    async hold({ id }: PlannedReview, { maxUsd, signal, line }) {
      const review = begun.get(id) ?? loadReview(quiet.configHome, id)
      const deps = await depsFor(line)
      return await asOp(async () => {
        await using host = openHost()
        const options = optionsFor(place.model)
        return endOf(await goOnWith(review, { host, signal, maxUsd, options }, deps), deps)
      })
    },
    async show(id) {
      return await asOp(async () => {
        const review =
          id === undefined
            ? newestReview(quiet.configHome, await topOf(quiet))
            : loadReview(quiet.configHome, id)
        return review && textOf(review, quiet)
      })
    },
  }
}

const planned = async (wish: ReviewWish, deps: SessionsDeps): Promise<Review | undefined> => {
  try {
    return await asOp(async () => await beginReview(wish, deps))
  } catch (error) {
    if (error instanceof NoSuchCommitError) return undefined
    throw error
  }
}

/** What ends a program with a sentence is an answer here. */
const asOp = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ExitError && !(error instanceof NoSuchCommitError)
      ? new OpError(messageOf(error))
      : error
  }
}

const optionsFor = (model: string): RunOptions => {
  const parsed = parseArgs(['-p', '--model', model])
  if (parsed.kind !== 'run') throw new Error(`"${model}" is no model.`)
  return parsed.options
}

const textOf = (review: Review, deps: SessionsDeps): LocalizedText => {
  const { version } = deps.process
  const how = { format: 'text', unsure: false, version, localize: deps.localize } as const
  return verbatim(showReview(review, how).trimEnd())
}

const endOf = (review: Review, deps: SessionsDeps): ReviewEnd => ({
  text: textOf(review, deps),
  report: JSON.stringify({ id: review.id, findings: survivors(review, false) }),
  usd: review.usd,
})
