import {
  type AssistantDay,
  addToAssistantDay,
  readAssistantDay,
} from '../../../features/schedules/assistant-book.ts'
import { assistantText, tickText } from '../../../features/schedules/assistant-texts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { counted } from '../../../lib/text/counted.ts'
import type { AttachmentSource } from '../../../protocol/attachment.ts'
import type { Event } from '../../../protocol/event.ts'
import { type Message, toolUses } from '../../../protocol/message.ts'
import type { AssistantChoice } from '../../options/assistant-choice.ts'
import type { Runtime } from '../../options/runtime.ts'
import { runAfter } from '../../schedules/after.ts'
import type { Part } from '../../scope.ts'
import type { Purse } from '../budgets.ts'

const MINUTE_MS = 60_000
const FIRST_MS = 5 * MINUTE_MS
const LONGEST_MS = 60 * MINUTE_MS
/** Nobody is there any more. */
const ALONE_MS = 8 * 60 * MINUTE_MS
const MODE_ON = 'assistant_mode'
export const TICK_ORIGIN = 'tick'
/** Calls that change nothing. */
const QUIET_TOOLS: ReadonlySet<string> = new Set(['Sleep', 'Brief', 'CronList', 'TaskList', 'TaskOutput'])

export interface AssistantOptions {
  readonly config: {
    readonly assistant?: AssistantChoice
    readonly wake?: boolean
    readonly runtime: Runtime
  }
  readonly purse: Pick<Purse, 'accounts' | 'refused'>
  readonly live: { readonly model: string }
  emit(event: Event): void
}

/** What the conversation lends. */
export interface Ticking {
  isBusy(): boolean
  tick(text: string): Promise<void>
}

export interface SessionAssistant extends Part {
  lend(to: Ticking): void
}

/** A session that looks around by itself, less and less often while nothing comes of it, and never beyond its budget. */
export const createAssistant = (at: AssistantOptions): SessionAssistant => {
  const { assistant } = at.config
  return assistant && at.config.wake
    ? new Assistant(at, assistant)
    : { lend: () => undefined, answers: { assistant: () => null } }
}

class Assistant implements SessionAssistant {
  readonly #at: AssistantOptions
  readonly #choice: AssistantChoice
  #to: Ticking | undefined
  #cancel: (() => void) | undefined
  #pause = FIRST_MS
  /** When the person was heard last. */
  #heard: number
  #quietSince: number
  /** The running turn began with a tick; the bill before it. */
  #tick: { readonly usd: number } | undefined
  #stopped = false
  #told = false
  #announced = false

  constructor(at: AssistantOptions, choice: AssistantChoice) {
    this.#at = at
    this.#choice = choice
    this.#heard = this.#now()
    this.#quietSince = this.#heard
  }

  lend(to: Ticking): void {
    this.#to = to
  }

  readonly news: readonly AttachmentSource[] = [
    {
      name: 'assistant',
      isClean: true,
      collect: () => {
        if (this.#told) return []
        this.#told = true
        return [{ kind: MODE_ON, text: assistantText(this.#choice) }]
      },
    },
  ]

  readonly restarted: NonNullable<Part['restarted']> = (history, why) => {
    this.#told = history.some(isModeOn)
    if (why === 'resume') this.#arm()
  }

  readonly turnStarts: NonNullable<Part['turnStarts']> = ({ said }) => {
    this.#cancel?.()
    this.#cancel = undefined
    this.#announce()
    if (said.some(isTick)) this.#tick = { usd: this.#at.purse.accounts.cost.totalCostUSD }
    if (!said.some(isFromPerson)) return
    this.#heard = this.#now()
    this.#pause = FIRST_MS
    this.#stopped = false
  }

  readonly turnEnded: NonNullable<Part['turnEnded']> = ({ view }) => {
    this.#quietSince = this.#now()
    if (this.#tick) {
      const usd = this.#at.purse.accounts.cost.totalCostUSD - this.#tick.usd
      this.#tick = undefined
      this.#book({ usd, ticks: 0 })
      this.#pause = didSomething(view) ? FIRST_MS : Math.min(this.#pause * 2, LONGEST_MS)
    }
    this.#arm()
  }

  readonly answers = { assistant: () => ({ ...this.#choice, ...this.#day() }) }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel?.()
    this.#to = undefined
  }

  /** Once, as soon as somebody can hear it. */
  #announce(): void {
    if (this.#announced) return
    this.#announced = true
    const { dayUsd, dayTicks } = this.#choice
    this.#say(
      `Assistant mode: checks in after ${FIRST_MS / MINUTE_MS} minutes of quiet, up to ${counted(dayTicks, 'time')} and $${dayUsd.toFixed(2)} a day (today: ${spentText(this.#day())}).`,
    )
  }

  #arm(): void {
    this.#cancel?.()
    this.#cancel = this.#to && runAfter(this.#at.config.runtime, this.#pause, () => void this.#look())
  }

  async #look(): Promise<void> {
    this.#cancel = undefined
    const to = this.#to
    if (!to || to.isBusy()) return this.#arm()
    if (await this.#mayNot()) return this.#arm()
    this.#book({ usd: 0, ticks: 1 })
    const quietMs = this.#now() - this.#quietSince
    try {
      await to.tick(tickText({ now: this.#at.config.runtime.now(), quietMs }))
    } catch (error) {
      this.#log(error)
      this.#arm()
    }
  }

  /** Said once, until the person is there again or another day begins. */
  async #mayNot(): Promise<boolean> {
    const why = await this.#refusal()
    if (why === undefined) this.#stopped = false
    else if (!this.#stopped) {
      this.#stopped = true
      this.#say(why)
    }
    return why !== undefined
  }

  async #refusal(): Promise<string | undefined> {
    const { dayUsd, dayTicks } = this.#choice
    const day = this.#day()
    if (day.usd >= dayUsd || day.ticks >= dayTicks)
      return `Assistant mode is paused until tomorrow: today's limit is used up (${spentText(day)}).`
    if (this.#now() - this.#heard >= ALONE_MS) return 'Assistant mode is paused until you say something.'
    return await this.#at.purse.refused(this.#at.live.model)
  }

  #day(): AssistantDay {
    const { book, dayUsd, dayTicks } = this.#choice
    try {
      return readAssistantDay(book, this.#at.config.runtime.now())
    } catch (error) {
      // What was spent is not known: then the day's limit counts as used up.
      this.#log(error)
      return { day: '', usd: dayUsd, ticks: dayTicks }
    }
  }

  #book(more: { readonly usd: number; readonly ticks: number }): void {
    try {
      addToAssistantDay(this.#choice.book, this.#at.config.runtime.now(), more)
    } catch (error) {
      // What cannot be counted must not be spent.
      this.#to = undefined
      this.#say("Assistant mode is off: its spending can't be recorded.")
      this.#log(error)
    }
  }

  #say(text: string): void {
    this.#at.emit({ type: 'notice', level: 'info', text })
  }

  #log(error: unknown): void {
    this.#at.config.runtime.log?.(`assistant: ${errorText(error)}`)
  }

  #now(): number {
    return this.#at.config.runtime.now().getTime()
  }
}

const spentText = ({ usd, ticks }: AssistantDay): string => `${counted(ticks, 'time')}, $${usd.toFixed(2)}`

const isModeOn = (message: Message): boolean =>
  message.type === 'attachment' && message.attachment.kind === MODE_ON

const isTick = (message: Message): boolean => message.type === 'user' && message.origin?.kind === TICK_ORIGIN

const isFromPerson = (message: Message): boolean => message.type === 'user' && !message.isMeta

/** Since the last tick, the model called something that is more than a look at the clock. */
const didSomething = (view: readonly Message[]): boolean =>
  view
    .slice(view.findLastIndex(isTick))
    .some(
      message =>
        message.type === 'assistant' &&
        toolUses(message.message.content).some(({ name }) => !QUIET_TOOLS.has(name)),
    )
