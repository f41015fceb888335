import {
  type AssistantDay,
  addToAssistantDay,
  readAssistantDay,
} from '../../features/schedules/assistant-book.ts'
import { tickText } from '../../features/schedules/assistant-texts.ts'
import { errorText } from '../../lib/error-text.ts'
import type { AssistantUse } from '../../protocol/agents/assistant-use.ts'
import type { Event } from '../../protocol/event.ts'
import { type Message, toolUses } from '../../protocol/message.ts'
import { assistantText } from '../../protocol/messages/engine/assistant.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Runtime } from '../options/runtime.ts'
import { runAfter } from '../options/runtime.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { TurnEnd, TurnStart } from '../scope.ts'
import type { Purse } from '../spending/part.ts'
import type { AssistantChoice } from './options.ts'
import { TICK_ORIGIN } from './tick-origin.ts'

const MINUTE_MS = 60_000
const FIRST_MS = 5 * MINUTE_MS
const LONGEST_MS = 60 * MINUTE_MS
/** Nobody is there any more. */
const ALONE_MS = 8 * 60 * MINUTE_MS

/** What the conversation lends. */
export interface Ticking {
  isBusy(): boolean
  tick(text: string): Promise<void>
}

interface TicksOptions {
  readonly config: {
    readonly runtime: Runtime
    readonly tools: Pick<Toolbox, 'toolsIn'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly choice: AssistantChoice
  readonly purse: Pick<Purse, 'accounts' | 'refused'>
  readonly live: { readonly model: string }
  /** Absent: the conversation has ended, or has not begun. */
  to(): Ticking | undefined
  emit(event: Event): void
  /** Another time of the next tick, or none. */
  onChange(): void
}

export interface AssistantTicks {
  use(): AssistantUse
  /** It was switched on in a conversation that goes on. */
  begin(): void
  arm(): void
  beginTurn(turn: TurnStart): void
  endTurn(end: TurnEnd): void
  end(): void
}

/** A session that looks around by itself, less and less often while nothing comes of it, and never beyond its budget. */
export const createTicks = (at: TicksOptions): AssistantTicks => new Ticks(at)

class Ticks implements AssistantTicks {
  readonly #at: TicksOptions
  #cancel: (() => void) | undefined
  #nextAt: number | undefined
  #pause = FIRST_MS
  /** When the person was heard last. */
  #heard: number
  #quietSince: number
  /** The running turn began with a tick; the bill before it. */
  #tick: { readonly usd: number } | undefined
  #stopped = false
  #announced = false
  #ended = false

  constructor(at: TicksOptions) {
    this.#at = at
    this.#heard = this.#now()
    this.#quietSince = this.#heard
  }

  use(): AssistantUse {
    const { dayUsd, dayTicks } = this.#at.choice
    const { usd, ticks } = this.#day()
    return {
      dayUsd,
      dayTicks,
      usd,
      ticks,
      ...(this.#stopped ? { paused: true } : {}),
      ...(this.#nextAt === undefined || this.#stopped
        ? {}
        : { nextAt: new Date(this.#nextAt).toISOString() }),
    }
  }

  begin(): void {
    this.#announce()
    if (!this.#at.to()?.isBusy()) this.arm()
  }

  beginTurn({ said }: TurnStart): void {
    this.#disarm()
    this.#announce()
    if (said.some(isTick)) this.#tick = { usd: this.#at.purse.accounts.cost.totalCostUSD }
    if (said.some(isFromPerson)) {
      this.#heard = this.#now()
      this.#pause = FIRST_MS
      this.#stopped = false
    }
    this.#at.onChange()
  }

  endTurn({ view }: TurnEnd): void {
    this.#quietSince = this.#now()
    if (this.#tick) {
      const usd = this.#at.purse.accounts.cost.totalCostUSD - this.#tick.usd
      this.#tick = undefined
      this.#book({ usd, ticks: 0 })
      this.#pause = didSomething(view, this.#at.config.tools.toolsIn?.('quiet') ?? [])
        ? FIRST_MS
        : Math.min(this.#pause * 2, LONGEST_MS)
    }
    this.arm()
  }

  arm(): void {
    this.#disarm()
    if (this.#ended || !this.#at.to()) return
    this.#cancel = runAfter(this.#at.config.runtime, this.#pause, () => void this.#look())
    this.#nextAt = this.#now() + this.#pause
    this.#at.onChange()
  }

  end(): void {
    this.#ended = true
    this.#disarm()
  }

  #disarm(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#nextAt = undefined
  }

  /** Once, as soon as somebody can hear it. */
  #announce(): void {
    if (this.#announced) return
    this.#announced = true
    const { dayUsd, dayTicks } = this.#at.choice
    this.#say(
      assistantText('begins', {
        minutes: FIRST_MS / MINUTE_MS,
        times: assistantText('times', { count: dayTicks }),
        usd: `$${dayUsd.toFixed(2)}`,
        ...spentOn(this.#day()),
      }),
    )
  }

  async #look(): Promise<void> {
    this.#disarm()
    const to = this.#at.to()
    if (!to || to.isBusy() || (await this.#mayNot())) return this.arm()
    // It may have been switched off while the budget was asked.
    if (this.#ended) return
    this.#book({ usd: 0, ticks: 1 })
    if (this.#ended) return
    const { runtime, prompt } = this.#at.config
    const quietMs = this.#now() - this.#quietSince
    try {
      await to.tick(tickText({ now: runtime.now(), quietMs }, prompt.promptLanguage))
    } catch (error) {
      this.#log(error)
      this.arm()
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

  async #refusal(): Promise<Text | undefined> {
    const { dayUsd, dayTicks } = this.#at.choice
    const day = this.#day()
    if (day.usd >= dayUsd || day.ticks >= dayTicks) return assistantText('paused_today', spentOn(day))
    if (this.#now() - this.#heard >= ALONE_MS) return assistantText('paused')
    return await this.#at.purse.refused(this.#at.live.model)
  }

  #day(): AssistantDay {
    const { book, dayUsd, dayTicks } = this.#at.choice
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
      addToAssistantDay(this.#at.choice.book, this.#at.config.runtime.now(), more)
    } catch (error) {
      // What cannot be counted must not be spent.
      this.#stopped = true
      this.end()
      this.#say(assistantText('off'))
      this.#log(error)
    }
  }

  #say(text: Text): void {
    this.#at.emit(foreignNotice('info', text))
  }

  #log(error: unknown): void {
    this.#at.config.runtime.log?.(`assistant: ${errorText(error)}`)
  }

  #now(): number {
    return this.#at.config.runtime.now().getTime()
  }
}

const spentOn = ({ usd, ticks }: AssistantDay): { readonly used: LocalizedText; readonly spent: string } => ({
  used: assistantText('times', { count: ticks }),
  spent: `$${usd.toFixed(2)}`,
})

const isTick = (message: Message): boolean => message.type === 'user' && message.origin?.kind === TICK_ORIGIN

const isFromPerson = (message: Message): boolean => message.type === 'user' && !message.isMeta

/** Since the last tick, the model called something that is more than a look at the clock. */
const didSomething = (view: readonly Message[], quiet: readonly string[]): boolean =>
  view
    .slice(view.findLastIndex(isTick))
    .some(
      message =>
        message.type === 'assistant' &&
        toolUses(message.message.content).some(({ name }) => !quiet.includes(name)),
    )
