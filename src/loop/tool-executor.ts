import type { ToolResultBlock } from '../protocol/message.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import { AgentStopped, TurnStop } from '../protocol/transition.ts'
import type { CallOutcome, CallPlan, CallRequest, ToolRunner } from './turn.ts'

const says = modelTexts('loop_calls', {
  partial: { en: '{by} Its effect may be partial.', zh: '{by}可能只做了一部分。' },
  noCause: { en: '.', zh: '。' },
  cause: { en: ': {message}', zh: '：{message}' },
  byCapstan: {
    en: 'Capstan ended the turn before the call finished{cause}',
    zh: 'Capstan 在调用完成前结束了这一轮{cause}',
  },
  stopped: { en: 'You were stopped before the call finished.', zh: '你在调用完成前被停止。' },
  byUser: { en: 'The call was interrupted by the user before it finished.', zh: '调用在完成前被用户中断。' },
  endedBefore: {
    en: 'The call was not started: Capstan ended the turn{cause}',
    zh: '调用没有开始：Capstan 结束了这一轮{cause}',
  },
  notStarted: {
    en: 'The call was not started: the turn was interrupted.',
    zh: '调用没有开始：这一轮被中断。',
  },
  failed: { en: 'failed', zh: '失败' },
  notStartable: { en: 'could not be started', zh: '未能启动' },
  timedOut: { en: 'ran into its time limit', zh: '超出时限' },
  declined: { en: 'was declined by the user', zh: '被用户拒绝' },
  canceled: {
    en: 'Canceled: {name} before it in the same reply {why}. Look at its result, then decide whether this is still needed.',
    zh: '已取消：同一回复中在它之前的 {name} {why}。请查看其结果，再决定是否仍需要此调用。',
  },
})

interface Job {
  readonly call: CallRequest
  readonly controller: AbortController
  plan: CallPlan | undefined
  state: 'planning' | 'queued' | 'running' | 'done'
  started: boolean
  failed?: boolean
  readonly outcome: Promise<CallOutcome>
  readonly settle: (outcome: CallOutcome) => void
}

/** A call that never ran, or whose result no longer counts, answered for the model. */
const syntheticResult = (
  call: CallRequest,
  text: LocalizedText,
  language: PromptLanguage | undefined,
): CallOutcome => ({
  result: {
    type: 'tool_result',
    tool_use_id: call.block.id,
    content: forModel(text, language),
    is_error: true,
  } satisfies ToolResultBlock,
})

/** Whoever ended the turn is named where it is known: the user, or this program for a cause of its own. */
const interruptedText = ({ reason }: AbortSignal, plan: CallPlan | undefined): LocalizedText => {
  const by =
    reason instanceof TurnStop
      ? says('byCapstan', { cause: causeOf(reason) })
      : reason instanceof AgentStopped
        ? says('stopped')
        : says('byUser')
  return plan?.readOnly ? by : says('partial', { by })
}

const notStartedText = ({ aborted, reason }: AbortSignal): LocalizedText =>
  aborted && reason instanceof TurnStop ? says('endedBefore', { cause: causeOf(reason) }) : says('notStarted')

const causeOf = ({ terminal }: TurnStop): LocalizedText => {
  const message = 'message' in terminal ? terminal.message.trim() : ''
  return message === '' ? says('noCause') : says('cause', { message })
}

type Undone = NonNullable<CallOutcome['undone']> | 'failed'

const UNDONE = {
  failed: 'failed',
  not_started: 'notStartable',
  timed_out: 'timedOut',
  declined: 'declined',
} as const satisfies Readonly<Record<Undone, string>>

const cancelledText = ({ block }: CallRequest, undone: Undone): LocalizedText =>
  says('canceled', { name: block.name, why: says(UNDONE[undone]) })

/**
 * Runs the calls of one reply while it is still being written. Safe calls run beside each other, an unsafe one waits
 * for all before it and runs alone; results come out in the order of the calls.
 */
export class ToolExecutor {
  readonly #runner: ToolRunner
  readonly #turn: AbortSignal
  readonly #jobs: Job[] = []
  #held = false
  /** The first call that could not do its work, and what the later ones are answered with. */
  #cancelled: { readonly by: Job; readonly why: LocalizedText } | undefined
  readonly #onAbort = (): void => this.#abortAll()

  constructor(runner: ToolRunner, turn: AbortSignal) {
    this.#runner = runner
    this.#turn = turn
    turn.addEventListener('abort', this.#onAbort, { once: true })
  }

  #answer(call: CallRequest, text: LocalizedText): CallOutcome {
    return syntheticResult(call, text, this.#runner.language)
  }

  get size(): number {
    return this.#jobs.length
  }

  add(call: CallRequest): void {
    const { promise, resolve } = Promise.withResolvers<CallOutcome>()
    const job: Job = {
      call,
      controller: new AbortController(),
      plan: undefined,
      state: 'planning',
      started: false,
      outcome: promise,
      settle: outcome => {
        if (job.state === 'done') return
        job.state = 'done'
        job.failed = outcome.result.is_error === true
        resolve(outcome)
        this.#schedule()
      },
    }
    this.#jobs.push(job)
    if (this.#turn.aborted) job.settle(this.#answer(call, notStartedText(this.#turn)))
    else void this.#plan(job)
  }

  /** A call that may have changed something has begun: this reply can no longer be thrown away. No more start. */
  hold(): { readonly startedUnsafe: boolean } {
    this.#held = true
    return { startedUnsafe: this.#jobs.some(job => job.started && !job.plan?.readOnly) }
  }

  resume(): void {
    this.#held = false
    this.#schedule()
  }

  /** Each call with its outcome, in order, as soon as those before it are out. */
  async *outcomes(): AsyncGenerator<{ readonly call: CallRequest; readonly outcome: CallOutcome }> {
    for (const job of this.#jobs) yield { call: job.call, outcome: await job.outcome }
    this.#turn.removeEventListener('abort', this.#onAbort)
  }

  /** Nothing of this reply may leak into the next attempt: stops everything and waits until it has stopped. */
  async discard(): Promise<void> {
    this.#turn.removeEventListener('abort', this.#onAbort)
    this.#held = true
    for (const job of this.#jobs) {
      // An abort makes an error with a stack: not for work that is finished.
      if (job.state === 'done') continue
      job.controller.abort()
      if (job.state !== 'running') job.settle(this.#answer(job.call, notStartedText(this.#turn)))
    }
    await Promise.all(this.#jobs.map(job => job.outcome))
  }

  async #plan(job: Job): Promise<void> {
    job.plan = await this.#runner.plan(job.call)
    if (job.state !== 'planning') return
    const why = this.#whyCancelled(job)
    if (why !== undefined) return job.settle(this.#answer(job.call, why))
    job.state = 'queued'
    this.#schedule()
  }

  #schedule(): void {
    if (this.#held) return
    let running = this.#jobs.filter(job => job.state === 'running').length
    for (const job of this.#jobs) {
      if (job.state === 'done') continue
      // What comes after a call whose plan is not known yet, or that must be alone, waits for it.
      if (job.state === 'planning' || !job.plan) return
      if (job.state === 'running') {
        if (!job.plan.parallel) return
        continue
      }
      if (job.plan.parallel ? running >= this.#runner.maxParallel : running > 0) return
      running += 1
      void this.#start(job)
      if (!job.plan.parallel) return
    }
  }

  async #start(job: Job): Promise<void> {
    const failed =
      job.plan?.needsSiblings && this.#jobs.slice(0, this.#jobs.indexOf(job)).find(one => one.failed)
    if (failed) return job.settle(this.#answer(job.call, cancelledText(failed.call, 'failed')))
    job.state = 'running'
    job.started = true
    const outcome = await this.#runner.run(job.call, job.controller.signal)
    if (outcome.undone && !job.controller.signal.aborted) this.#cancelLater(job, outcome.undone)
    if (!job.controller.signal.aborted || outcome.refused || outcome.partial || outcome.finished)
      return job.settle(outcome)
    const why =
      (this.#turn.aborted ? undefined : this.#whyCancelled(job)) ?? interruptedText(this.#turn, job.plan)
    const { effects, ran } = outcome
    job.settle({
      ...this.#answer(job.call, why),
      ...(effects ? { effects } : {}),
      ...(ran ? { ran } : {}),
    })
  }

  /** Of the same reply, what comes later and may change something; a look is worth as much as before. */
  #cancelLater(by: Job, undone: NonNullable<CallOutcome['undone']>): void {
    const first = this.#cancelled && this.#jobs.indexOf(this.#cancelled.by) < this.#jobs.indexOf(by)
    if (first) return
    this.#cancelled = { by, why: cancelledText(by.call, undone) }
    for (const job of this.#jobs) {
      // What is still being planned is answered for once it is known what it would do.
      const why = job.state === 'done' || !job.plan ? undefined : this.#whyCancelled(job)
      if (why === undefined) continue
      if (job.state === 'running') job.controller.abort()
      else job.settle(this.#answer(job.call, why))
    }
  }

  #whyCancelled(job: Job): LocalizedText | undefined {
    if (!this.#cancelled || job.plan?.survivesSiblings) return undefined
    return this.#jobs.indexOf(job) > this.#jobs.indexOf(this.#cancelled.by) ? this.#cancelled.why : undefined
  }

  #abortAll(): void {
    for (const job of this.#jobs) {
      if (job.state === 'running') {
        if (job.plan?.interrupt !== 'block') job.controller.abort()
      } else job.settle(this.#answer(job.call, notStartedText(this.#turn)))
    }
  }
}
