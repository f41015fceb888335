import { sleepFor } from '../../features/models/sleep.ts'
import { errorText } from '../../lib/error-text.ts'
import { clockTime } from '../../lib/text/clock-time.ts'
import type { LimitWait } from '../../protocol/entry.ts'
import { limitText } from '../../protocol/messages/engine/usage-limits.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { askedBecause, because, type PermissionRequest, titled } from '../../protocol/permission.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { UsageLimit } from '../../protocol/usage-limit.ts'
import { runAfter } from '../options/runtime.ts'
import type { GoingOn, UsageLimitsOptions } from './options.ts'

const says = modelTexts('usage_limit', {
  goOn: {
    en: '[The session was interrupted while it waited for a usage limit to reset. The limit has reset: go on where you stopped.]',
    zh: '[会话在等待用量限额重置时中断。限额已重置：从停下的地方继续。]',
  },
})

/** A machine that slept fires its timers late: the clock is looked at so often. */
const LOOK_MS = 60_000
/** Whoever opens a session hears what it does by then. */
const SOON_MS = 500
/** A person who stops the wait, and does not leave, does not want it taken up again. */
const STOPPED_MS = 2_000
/** Of a limit that ended longer ago nobody expects any more that the work goes on by itself. */
const STALE_MS = 60 * 60_000

/** All waits of a session: one question and one mark in its file for every thread that is at the same limit. */
export class LimitWaits {
  readonly #at: UsageLimitsOptions
  readonly #known: Map<string, UsageLimit>
  /** Until when a yes holds, by model. */
  readonly #agreed = new Map<string, number>()
  readonly #asked = new Map<string, Promise<boolean | undefined>>()
  readonly #told = new Map<string, number>()
  #waiting = 0
  /** What the file says. */
  #noted: boolean
  #cancel: (() => void) | undefined
  #ended = false

  constructor(at: UsageLimitsOptions, known: Map<string, UsageLimit>) {
    this.#at = at
    this.#known = known
    this.#noted = at.config.session.limitWait !== undefined
  }

  /** What is refused is not believed any more either: the next request asks the provider itself. */
  async agree(limit: UsageLimit, signal: AbortSignal): Promise<boolean> {
    const yes = await this.#mayWait(limit, signal)
    if (yes) this.#agreed.set(limit.model, limit.resetsAt)
    else this.#known.delete(limit.model)
    return yes
  }

  async #mayWait(limit: UsageLimit, signal: AbortSignal): Promise<boolean> {
    const { limits, wake, permissions } = this.#at.config
    if (limits.waitForLimit === 'always') return true
    if (limit.resetsAt <= (this.#agreed.get(limit.model) ?? 0)) return true
    if (limits.waitForLimit === 'never' || !wake || !permissions.canAsk) return false
    while (!signal.aborted) {
      const asking = this.#asked.get(limit.model) ?? this.#ask(limit, signal)
      this.#asked.set(limit.model, asking)
      const answer = await asking
      if (this.#asked.get(limit.model) === asking) this.#asked.delete(limit.model)
      // Whoever asked gave up before there was an answer: then another one asks.
      if (answer !== undefined) return answer
    }
    return false
  }

  async #ask(limit: UsageLimit, signal: AbortSignal): Promise<boolean | undefined> {
    const question = limitQuestion(limit, { now: this.#now(), newId: this.#at.config.runtime.newId })
    const answer = await this.#at.desk.ask(question, signal)
    return answer && answer.behavior === 'allow'
  }

  async wait(limit: UsageLimit, signal: AbortSignal): Promise<void> {
    const { model, resetsAt } = limit
    this.#known.set(model, limit)
    this.#cancel?.()
    this.#waiting += 1
    this.#note({ model, resetsAt })
    this.#tellOnce(limit)
    try {
      for (let left = resetsAt - this.#now(); left > 0; left = resetsAt - this.#now())
        await this.#pause(Math.min(left, LOOK_MS), signal)
      if (this.#known.get(model) === limit) this.#say('info', limitText('over', { model }))
    } finally {
      this.#waiting -= 1
      if (this.#known.get(model) === limit) this.#known.delete(model)
    }
    if (this.#waiting === 0) this.#note(null)
  }

  /** A session that was left while it waited waits on, and goes on by itself where somebody may see that. */
  takeUp({ model, resetsAt }: LimitWait, to: () => GoingOn | undefined): void {
    const { limits, wake, runtime, prompt } = this.#at.config
    this.#agreed.set(model, resetsAt)
    if (resetsAt > this.#now()) this.#known.set(model, { model, resetsAt })
    const always = limits.waitForLimit === 'always'
    const stale = resetsAt < this.#now() - STALE_MS && !always
    if (stale) this.#note(null)
    if (limits.waitForLimit === 'never' || !(wake || always)) return
    this.#cancel = runAfter(runtime, SOON_MS, () => {
      const going = to()
      if (!going || going.isBusy()) return
      if (stale) {
        this.#say('info', limitText('long_over', { model, time: clockTime(resetsAt, this.#now()) }))
        return
      }
      going.goOn(forModel(says('goOn'), prompt.promptLanguage)).catch(error => this.#log(error))
    })
  }

  /** What waited and was stopped is over; a program that is ended meanwhile leaves the mark to whoever goes on. */
  turnEnded({ kind }: Terminal): void {
    if (!this.#noted || this.#waiting > 0) return
    this.#cancel?.()
    const isStopped = kind === 'aborted_streaming' || kind === 'aborted_tools'
    if (isStopped) this.#cancel = runAfter(this.#at.config.runtime, STOPPED_MS, () => this.#note(null))
    else this.#note(null)
  }

  end(): void {
    this.#ended = true
    this.#cancel?.()
  }

  #tellOnce({ model, resetsAt }: UsageLimit): void {
    if (this.#told.get(model) === resetsAt) return
    this.#told.set(model, resetsAt)
    this.#say('warning', limitText('waiting', { model, time: clockTime(resetsAt, this.#now()) }))
  }

  /** A wait keeps the process alive, unlike other timers of a session. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const { after } = this.#at.config.runtime
    if (!after) return await sleepFor(ms, signal)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const cancel = after(ms, resolve)
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      await promise
    } finally {
      cancel()
      signal.removeEventListener('abort', stop)
    }
  }

  #note(limit: LimitWait | null): void {
    if (this.#ended || (limit === null && !this.#noted)) return
    this.#noted = limit !== null
    const { session } = this.#at.config
    try {
      session.noteNow({ type: 'limit-wait', limit, sessionId: session.id })
    } catch (error) {
      // The next entry fails in the same way and ends the turn.
      this.#log(error)
    }
  }

  #say(level: 'info' | 'warning', text: LocalizedText): void {
    this.#at.emit(notice(level, text))
  }

  #log(error: unknown): void {
    this.#at.config.runtime.log?.(`usage limit: ${errorText(error)}`)
  }

  #now(): number {
    return this.#at.config.runtime.now().getTime()
  }
}

/** There is no call behind it: the name tells front ends and hosts what it is about. */
const limitQuestion = (
  { model, resetsAt }: UsageLimit,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): PermissionRequest => {
  const why = limitText('ask', { model, time: clockTime(resetsAt, now) })
  return {
    id: newId(),
    toolName: 'UsageLimit',
    toolUseId: newId(),
    input: { model, resetsAt: new Date(resetsAt).toISOString() },
    decision: { verdict: 'ask', because: because('other', why), offer: [], readOnly: true },
    details: {
      ...titled(limitText('title')),
      ...askedBecause(why),
      subject: { text: model, risky: [] },
      saves: [],
    },
  }
}
