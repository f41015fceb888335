import type { Reviewer, Review as Verdict } from '../../features/review/reviewer.ts'
import { Transcript } from '../../features/review/transcript.ts'
import { plainText } from '../../protocol/message.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { because, type Decision } from '../../protocol/permission.ts'
import type { PlannedPrompt } from '../../protocol/plan.ts'
import type { AskedCall } from '../calls/authorize.ts'
import type { Live } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Part } from '../scope.ts'
import { isCached } from '../turn/request.ts'
import type { SideRequest } from '../turn/side-request.ts'
import type { ReviewChoice } from './options.ts'

/** Decides calls that would be asked about, in the person's place. */
export interface Review extends Part {
  /** Undefined: it is none of its business, the person is asked. An ask says why nobody decided. */
  decide(asked: AskedCall, signal: AbortSignal): Promise<Decision | undefined>
}

interface ReviewOptions {
  readonly config: { readonly models: ModelChoice; readonly review?: ReviewChoice }
  readonly live: Readonly<Live>
  readonly request: SideRequest
  /** Kinds of commands that were approved with a plan. */
  prompts(): readonly PlannedPrompt[]
}

const TIMEOUT_MS = 30_000
const MAX_COMMAND_CHARS = 10_000

export const createReview = (options: ReviewOptions): Review => {
  const { config, live } = options
  const transcript = new Transcript()
  let loading: Promise<Reviewer> | undefined
  const reviewer = (): Promise<Reviewer> => {
    loading ??= loadReviewer(options, transcript)
    return loading
  }
  return {
    recorded: message => transcript.see(message),
    restarted(history, why) {
      // What was said before a compaction was said all the same.
      if (why !== 'compaction') transcript.take(history)
    },
    async decide(asked, signal) {
      if (!config.review || live.autoRefused !== undefined || !isReviewable(asked)) return undefined
      const { tool, input, id, decision } = asked
      const planned = options.prompts().filter(prompt => prompt.tool === tool.name)
      const command = planned.length === 0 ? undefined : commandOf(asked)
      if (command !== undefined && (await (await reviewer()).isPlanned(command, planned, signal)))
        return decided(asked, 'allow', (await loadTexts())('planned'))
      if (live.mode !== 'auto') return undefined
      const review = await (await reviewer()).review(
        { id, tool: tool.name, input, ...(decision.undecided ? { undecided: decision.undecided } : {}) },
        signal,
      )
      if (review.verdict !== 'none') return decided(asked, review.verdict, await reasonOf(review))
      const { type, localized: reason, rule } = decision.because
      return {
        ...decision,
        because: because(type, (await loadTexts())('not_reviewed', { reason, why: review.why }), rule),
      }
    },
  }
}

const loadReviewer = async (
  { config, live, request }: ReviewOptions,
  transcript: Transcript,
): Promise<Reviewer> => {
  const { createReviewer } = await import('../../features/review/reviewer.ts')
  const { reviewRules } = await import('../../features/review/rules.ts')
  return createReviewer({
    rules: reviewRules(config.review?.rules),
    roots: () => live.roots,
    transcript,
    timeoutMs: config.review?.timeoutMs ?? TIMEOUT_MS,
    async ask({ system, lines, maxTokens, signal }) {
      const content = lines.map(text => ({ type: 'text', text }) as const)
      const reply = await request(
        {
          source: 'review',
          system: [{ text: system, cache: 'org' }],
          messages: [{ role: 'user', content }],
          maxTokens,
          cache: isCached(config.models, config.models.small),
        },
        signal,
      )
      return { text: plainText(reply.content), complete: reply.stopReason === 'end_turn' }
    },
  })
}

/** What a rule, a hook or a protected place asks about, and what is the person's to answer, only a person decides. */
const isReviewable = ({ tool, input, cwd, decision }: AskedCall): boolean =>
  !['rule', 'hook', 'safetyCheck', 'sandboxOverride'].includes(decision.because.type) &&
  !tool.access(input, cwd).some(access => access.kind === 'person')

/** The command of a call that does nothing else. */
const commandOf = ({ tool, input, cwd }: AskedCall): string | undefined => {
  const [access, ...more] = tool.access(input, cwd)
  if (access?.kind !== 'shell' || more.length > 0) return undefined
  return access.command.length > MAX_COMMAND_CHARS ? undefined : access.command
}

const reasonOf = async ({
  reason,
  verdict,
}: Extract<Verdict, { readonly reason: LocalizedText }>): Promise<LocalizedText> =>
  verdict === 'deny' ? (await loadTexts())('review_refused', { reason }) : reason

const loadTexts = async () => (await import('../../protocol/messages/permissions/decisions.ts')).decisionText

const decided = ({ decision }: AskedCall, verdict: 'allow' | 'deny', why: LocalizedText): Decision => ({
  verdict,
  because: because('classifier', why),
  offer: [],
  readOnly: decision.readOnly,
})
