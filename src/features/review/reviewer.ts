import { errorText } from '../../lib/error-text.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { reviewText } from '../../protocol/messages/permissions/review.ts'
import type { PlannedPrompt } from '../../protocol/plan.ts'
import { isWord, parseVerdict } from './parse-verdict.ts'
import { carefulPrompt, plannedPrompt, quickPrompt } from './prompts.ts'
import type { ReviewRules } from './rules.ts'
import type { Call, Transcript } from './transcript.ts'

/** A question to the small model; rejects when there is no answer. */
export type AskReviewer = (question: {
  readonly system: string
  /** Each a block of its own: what was sent once is the beginning of what is sent next. */
  readonly lines: readonly string[]
  readonly maxTokens: number
  readonly signal: AbortSignal
}) => Promise<{ readonly text: string; readonly complete: boolean }>

export type Review =
  | { readonly verdict: 'allow' | 'deny'; readonly reason: LocalizedText }
  /** Nobody has decided. */
  | { readonly verdict: 'none'; readonly why: LocalizedText }

export interface ReviewerDeps {
  readonly ask: AskReviewer
  readonly rules: ReviewRules
  roots(): readonly string[]
  readonly transcript: Transcript
  /** For each of the two questions. */
  readonly timeoutMs: number
}

const WORD_TOKENS = 16
const CAREFUL_TOKENS = 800

/** Decides calls in the person's place: a quick look first, a careful one when that does not allow. */
export const createReviewer = (deps: ReviewerDeps) => {
  let prompts:
    | { readonly roots: readonly string[]; readonly quick: string; readonly careful: string }
    | undefined
  const promptsNow = () => {
    const roots = deps.roots()
    if (prompts?.roots !== roots)
      prompts = { roots, quick: quickPrompt(deps.rules, roots), careful: carefulPrompt(deps.rules, roots) }
    return prompts
  }
  return {
    async review(call: Call, signal: AbortSignal): Promise<Review> {
      const lines = deps.transcript.upTo(call)
      if (!lines) return { verdict: 'none', why: reviewText('too_long') }
      const { quick, careful } = promptsNow()
      const first = await askWithin(deps, { system: quick, lines, maxTokens: WORD_TOKENS }, signal)
      if ('why' in first) return { verdict: 'none', why: first.why }
      if (isWord(first.text, 'ALLOW')) return { verdict: 'allow', reason: reviewText('nothing_against') }
      const second = await askWithin(deps, { system: careful, lines, maxTokens: CAREFUL_TOKENS }, signal)
      if ('why' in second) return { verdict: 'none', why: second.why }
      return parseVerdict(second.text) ?? { verdict: 'none', why: reviewText('makes_no_sense') }
    },
    /** Whether a command is of a kind that was approved with the plan. Anything but a plain yes is no. */
    async isPlanned(
      command: string,
      planned: readonly PlannedPrompt[],
      signal: AbortSignal,
    ): Promise<boolean> {
      const system = plannedPrompt(planned.map(one => one.prompt))
      const lines = [JSON.stringify(command)]
      const answer = await askWithin(deps, { system, lines, maxTokens: WORD_TOKENS }, signal)
      return 'text' in answer && isWord(answer.text, 'YES')
    },
  }
}

export type Reviewer = ReturnType<typeof createReviewer>

/** Whatever goes wrong on the way is an answer too: that there is none. */
const askWithin = async (
  { ask, timeoutMs }: ReviewerDeps,
  question: Omit<Parameters<AskReviewer>[0], 'signal'>,
  signal: AbortSignal,
): Promise<{ readonly text: string } | { readonly why: LocalizedText }> => {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const { text, complete } = await ask({ ...question, signal: AbortSignal.any([signal, late]) })
    return complete ? { text } : { why: reviewText('broke_off') }
  } catch (error) {
    if (late.aborted) return { why: reviewText('timed_out', { seconds: Math.ceil(timeoutMs / 1000) }) }
    return {
      why: reviewText('failed', { error: errorText(error) }),
    }
  }
}
