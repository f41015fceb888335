import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { createHost } from '../create-host.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { listenForSignals } from '../terminal.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import { requireFleet } from '../workflow/run-workflow.ts'
import { beginReview, estimateOf, goOnWith } from './begin-review.ts'
import { fixFindings } from './fix.ts'
import { UnfinishedError } from './hold-review.ts'
import { REVIEW, type ReviewArgs, readReviewArgs } from './review-args.ts'
import { loadReview, type Review } from './review-store.ts'
import { showReview, survivors } from './show-review.ts'

/** `capstan review` */
export const review = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(REVIEW.usage)
  return await withDeps(from, async deps => await reviewHere(readReviewArgs(argv, deps.cwd), deps))
}

const reviewHere = async (asked: ReviewArgs, deps: SessionsDeps): Promise<number> => {
  const begun =
    asked.resume === undefined ? await beginReview(asked, deps) : loadReview(deps.configHome, asked.resume)
  if (begun.judged) return await answer(begun, asked, deps)
  const estimate = await estimateText(begun, asked, deps)
  if (asked.estimate) {
    await deps.write(`${deps.localize(estimate)}\n`)
    return 0
  }
  deps.warn(estimate)
  if (!(await mayStart(asked, deps))) return 2
  const { fleet, maxUsd, options } = asked
  if (fleet) await requireFleet(deps)
  const command = `${resumeCommand(begun, deps)}${fleet ? ' --fleet' : ''}`
  const signal = listenForSignals()
  deps.warn(codeReviewText('begun', { id: begun.id, command }))
  await using host = createHost(deps.process)
  let done: Review
  try {
    done = await goOnWith(begun, { host, signal, maxUsd, options, fleet }, deps)
  } catch (error) {
    if (!signal.aborted && !(error instanceof UnfinishedError)) throw error
    const why = messageOf(error)
    deps.warn(codeReviewText('unfinished', { why, command }))
    return signal.aborted ? signalCode(signal.reason) : 1
  }
  return await answer(done, asked, deps)
}

export const resumeCommand = ({ id }: Review, deps: SessionsDeps): string =>
  `${programCommand(deps.process.env)} review --resume ${id}`

const answer = async (done: Review, asked: ReviewArgs, deps: SessionsDeps): Promise<number> => {
  const { unsure, format, fix, failOn } = asked
  const { version } = deps.process
  const findings = survivors(done, unsure)
  if (fix.length > 0) deps.warn(await fixFindings(done, { findings, numbers: fix }, deps))
  await deps.write(showReview(done, { format, unsure, version, localize: deps.localize }))
  const levels = {
    error: ['error'],
    warning: ['error', 'warning'],
    note: ['error', 'warning', 'note'],
    never: [],
  }
  const counted: readonly string[] = levels[failOn]
  return findings.some(({ severity }) => counted.includes(severity)) ? 1 : 0
}

/** It comes first, and says what it is guessed from. */
const estimateText = async (
  begun: Review,
  { maxUsd, options }: ReviewArgs,
  deps: SessionsDeps,
): Promise<LocalizedText> => {
  const { change, finders } = begun
  const usd = await estimateOf(begun, options, deps)
  return codeReviewText('estimate', {
    what: change.what,
    files: String(change.files.length),
    finders: String(finders.length),
    about:
      usd === undefined ? codeReviewText('price_unknown') : codeReviewText('about', { usd: formatUsd(usd) }),
    usd: formatUsd(maxUsd),
  })
}

/** Somebody agrees to what it may cost. */
const mayStart = async ({ agreed }: ReviewArgs, deps: SessionsDeps): Promise<boolean> => {
  if (agreed) return true
  if (!process.stdin.isTTY) throw new ExitError(2, codeReviewText('needs_budget'))
  return (await askYesNo(codeReviewText('question'), process.stderr, deps.process.env)) === 'yes'
}
