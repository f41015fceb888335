import { budgetReached, readGoal } from '../../features/goals/goal-budget.ts'
import type { Verdict } from '../../features/goals/judge.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeProse } from '../../lib/escape-text.ts'
import type { Goal, GoalNews } from '../../protocol/agents/goal.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import { goalText } from '../../protocol/messages/engine/goals.ts'
import {
  describeError,
  inEnglish,
  type Localize,
  LocalizedError,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { wordsFor } from '../../protocol/messages/text-for-model.ts'
import type { Side } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import { isCommandInForce } from '../session-file/skill-records.ts'
import type { Purse } from '../spending/part.ts'

export interface GoalOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly models: Pick<ModelChoice, 'small'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<ThreadState, 'mode'>
  readonly purse: Pick<Purse, 'accounts' | 'refused'>
  readonly side: Side
  emit(event: Event): void
}

/** Decides about the command as about one of the model's, each time, and runs it in the session's directory. */
export type RunCheck = (
  command: string,
  signal: AbortSignal,
) => Promise<{ readonly exitCode: number | null; readonly text: string } | { readonly denied: string }>

/** Puts a fact into the conversation, for the next request. */
export type RecordNews = (attachment: Attachment) => Promise<void>

export interface SessionGoal extends Part {
  lend(run: RunCheck, record: RecordNews): void
  /** What it is checked with, where that is a command. */
  command(): string | undefined
  /** The model was given instructions by this slash command, and they are not in force. */
  isOver(command: string): boolean
  /** The model is done: what it should hear instead of the end of its turn; undefined: it may end. */
  judge(signal: AbortSignal): Promise<GoalNews | undefined>
}

const COMMAND = 'goal'
/** Said only to who has a goal. */
const texts = () => import('../../features/goals/continue-text.ts')
const CHECK_CHARS = 4_000
const MOST_FAILURES = 2
const SHOWN = 160
const PASSED = ' ended with exit code 0'

/** A condition the conversation works towards, checked whenever the model thinks it is done. */
export const createGoal = (at: GoalOptions): SessionGoal => new KeptGoal(at)

class KeptGoal implements SessionGoal {
  readonly #at: GoalOptions
  #goal: Goal | undefined
  #run: RunCheck | undefined
  #record: RecordNews | undefined
  /** It is over, and the model has not heard of it. */
  #untold: Goal | undefined
  /** The history ends before it was told that the goal is over. */
  #saysOtherwise = false
  /** Since then time and money count for it, beside what it has used up before. */
  #since: { readonly at: number; readonly usd: number; readonly before: Goal } | undefined
  #failures = 0

  constructor(at: GoalOptions) {
    this.#at = at
  }

  lend(run: RunCheck, record: RecordNews): void {
    this.#run = run
    this.#record = record
  }

  command(): string | undefined {
    const goal = this.#goal
    return goal?.status === 'active' && 'command' in goal.check ? goal.check.command : undefined
  }

  isOver(command: string): boolean {
    return command === COMMAND && this.#goal?.status !== 'active'
  }

  async judge(signal: AbortSignal): Promise<GoalNews | undefined> {
    // A plan is to be approved, not to be carried out.
    if (this.#goal?.status !== 'active' || this.#at.live.mode === 'plan') return undefined
    this.#startClock()
    const now = this.#used({ ...this.#goal, rounds: this.#goal.rounds + 1 })
    const verdict = await this.#checked(now, signal)
    const words = await wordsFor(this.#language)
    if (signal.aborted || this.#goal?.status !== 'active') return undefined
    if (verdict.kind === 'met') {
      this.#tell(goalText('reached', { count: now.rounds, why: shownOf(verdict) }))
      return this.#end(now, 'reached', lastOf(verdict.why, words, shownOf(verdict)))
    }
    if (verdict.kind === 'stuck') return this.#giveUp(now, shownOf(verdict), words)
    const after = this.#used(now)
    const limit = budgetReached(after)
    return limit === undefined
      ? this.#goOn(after, verdict, words)
      : this.#giveUp(after, goalText('used_up', { budget: limit }), words)
  }

  readonly restarted: NonNullable<Part['restarted']> = (history, why) => {
    const kept = why === 'resume' ? readGoal(this.#at.config.session.goal) : undefined
    if (kept) this.#begin(kept)
    if (why === 'clear') this.#clear()
    if (why === 'compaction') return
    this.#untold = undefined
    this.#saysOtherwise = this.isOver(COMMAND) && isCommandInForce(history, COMMAND)
  }

  readonly news = [
    {
      name: 'goal',
      collect: async () => {
        const [untold, saysOtherwise] = [this.#untold, this.#saysOtherwise]
        this.#untold = undefined
        this.#saysOtherwise = false
        if (!untold && !saysOtherwise) return []
        const { endText, notInForce } = await texts()
        return [untold ? endText(untold, this.#language) : notInForce(this.#language)]
      },
    },
  ]

  readonly turnStarts = (): void => this.#startClock()

  readonly turnEnded = async (): Promise<void> => {
    const ended = this.#untold
    this.#untold = undefined
    if (ended) {
      await this.#record?.((await texts()).endText(ended, this.#language))
      this.#save()
    }
    if (this.#goal?.status === 'active') {
      this.#goal = this.#used(this.#goal)
      this.#save()
    }
    this.#since = undefined
  }

  readonly answers = { goal: () => this.#now() ?? null }

  readonly commandHost = () => ({
    goals: {
      set: ({ check, budget }: Pick<Goal, 'check' | 'budget'>) => {
        const goal: Goal = { check, budget, rounds: 0, usd: 0, activeMs: 0, status: 'active' }
        this.#begin(goal)
        this.#save()
        return goal
      },
      now: () => this.#now(),
      clear: () => {
        const before = this.#clear()
        if (before?.status === 'active') {
          const { last: _, ...rest } = before
          this.#untold = { ...rest, status: 'stopped' }
        }
        return before
      },
    },
  })

  get #language(): PromptLanguage | undefined {
    return this.#at.config.prompt.promptLanguage
  }

  #now(): Goal | undefined {
    return this.#goal && this.#used(this.#goal)
  }

  #begin(goal: Goal): void {
    this.#goal = goal
    this.#untold = undefined
    this.#saysOtherwise = false
    this.#failures = 0
    this.#since = undefined
  }

  #clear(): Goal | undefined {
    const before = this.#goal
    this.#goal = undefined
    this.#since = undefined
    if (before) this.#save()
    return before
  }

  /** Only turns count: a person who sleeps over it uses nothing up. */
  #startClock(): void {
    const { config, purse } = this.#at
    if (this.#goal?.status !== 'active' || this.#since) return
    const usd = purse.accounts.cost.totalCostUSD
    this.#since = { at: config.runtime.elapsed(), usd, before: this.#goal }
  }

  #used(goal: Goal): Goal {
    const { config, purse } = this.#at
    if (!this.#since) return goal
    const { at, usd, before } = this.#since
    return {
      ...goal,
      activeMs: before.activeMs + (config.runtime.elapsed() - at),
      usd: before.usd + (purse.accounts.cost.totalCostUSD - usd),
    }
  }

  /** One failure may pass; a check that keeps failing says nothing about the work. */
  async #checked(goal: Goal, signal: AbortSignal): Promise<Verdict> {
    try {
      const verdict = await this.#check(goal, signal)
      this.#failures = 0
      return verdict
    } catch (error) {
      this.#failures += 1
      const said = goalText('check_failed', { reason: describeError(error) })
      return { kind: this.#failures >= MOST_FAILURES ? 'stuck' : 'unmet', why: said, said }
    }
  }

  async #check({ check }: Goal, signal: AbortSignal): Promise<Verdict> {
    if ('command' in check) return await runCheck(this.#run, check.command, signal)
    const refused = await this.#at.purse.refused(this.#at.config.models.small)
    if (refused !== undefined) return { kind: 'stuck', ...sayingOf(refused) }
    return await askJudge(this.#at, check.condition, signal)
  }

  async #goOn(goal: Goal, verdict: Verdict, words: Localize): Promise<GoalNews> {
    const last = lastOf(verdict.why, words, shownOf(verdict))
    this.#goal = { ...goal, ...last }
    this.#since = undefined
    this.#startClock()
    this.#save()
    const { rounds, budget } = goal
    const localized = goalText('not_yet', { round: rounds, most: budget.rounds, why: shownOf(verdict) })
    this.#tell(localized)
    const { continueText } = await texts()
    return { text: continueText(goal, last.last, this.#language), localized }
  }

  #giveUp(goal: Goal, why: Text, words: Localize): undefined {
    this.#tell(goalText('stopped', { count: goal.rounds, why }), 'warning')
    return this.#end(goal, 'stopped', lastOf(why, words))
  }

  #end(goal: Goal, status: 'reached' | 'stopped', last: Last): undefined {
    this.#goal = { ...goal, status, ...last }
    // Written down when the model has been told: until then a program that is killed has it still to reach.
    this.#untold = this.#goal
    this.#since = undefined
    return undefined
  }

  #save(): void {
    const { session, runtime } = this.#at.config
    const goal = this.#goal?.status === 'active' ? this.#goal : null
    session
      .note({ type: 'goal', goal, sessionId: session.id })
      .catch(error => runtime.log?.(`goal: ${errorText(error)}`))
  }

  #tell(text: LocalizedText, level: 'info' | 'warning' = 'info'): void {
    this.#at.emit(notice(level, text))
  }
}

/** The model reads all of it; people see a line. */
const shownOf = ({ why, said }: Verdict): Text => said ?? escapeProse(inEnglish(why), SHOWN)

interface Last {
  readonly last: string
  readonly localized?: LocalizedText
}

const lastOf = (why: Text, words: Localize, shown: Text = why): Last => ({
  last: words(why),
  ...(typeof shown === 'string' ? {} : { localized: shown }),
})

const sayingOf = (text: Text): Omit<Verdict, 'kind'> =>
  typeof text === 'string' ? { why: text } : { why: text, said: text }

const runCheck = async (
  run: RunCheck | undefined,
  command: string,
  signal: AbortSignal,
): Promise<Verdict> => {
  if (!run) throw new LocalizedError(goalText('no_commands'))
  const ran = await run(command, signal)
  if ('denied' in ran) return { kind: 'stuck', ...sayingOf(ran.denied) }
  const { exitCode, text } = ran
  if (exitCode === 0) {
    const shown = escapeProse(command, SHOWN - PASSED.length)
    return {
      kind: 'met',
      why: goalText('passed', { command }),
      said: goalText('passed', { command: shown }),
    }
  }
  const how = exitCode === null ? goalText('not_ended') : goalText('exit_code', { code: exitCode })
  const output = text.slice(-CHECK_CHARS).trim()
  if (output === '') return { kind: 'unmet', why: how, said: how }
  return {
    kind: 'unmet',
    why: goalText('with_output', { how, output }),
    said: goalText('with_output', { how, output: escapeProse(output, SHOWN - how.text.length - 1) }),
  }
}

const askJudge = async (
  { config, side }: GoalOptions,
  condition: string,
  signal: AbortSignal,
): Promise<Verdict> => {
  const { JUDGE_TOKENS, judgeQuestion, readVerdict } = await import('../../features/goals/judge.ts')
  const answer = await side.ask({
    source: 'goal',
    ...judgeQuestion(condition, config.session.view(), config.prompt.promptLanguage),
    maxTokens: JUDGE_TOKENS,
    signal,
  })
  return readVerdict(answer)
}
