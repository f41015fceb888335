import { textField } from '../lib/values/read-field.ts'
import type { AgentInfo, AgentStatus } from '../protocol/agents/agents.ts'
import type { Event } from '../protocol/event.ts'
import { type ToolUseBlock, toolUses } from '../protocol/message.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import { modelTexts } from '../protocol/messages/model-texts.ts'
import { addUsage, NO_USAGE, type Usage } from '../protocol/usage.ts'
import { actionOf } from './last-action.ts'

const says = modelTexts('agent_record', {
  refused: { en: '{call} (refused)', zh: '{call}（被拒绝）' },
})

/** Front ends hear of each agent at most so often. */
const TELL_MS = 250
const KEPT_ACTIONS = 200

export interface RecordOptions {
  now(): number
  /** USD of one call; undefined: nobody knows. */
  price(model: string, usage: Usage): number | undefined
  tell(info: AgentInfo): void
}

/** What is known of one agent: kept from its events, told at a bounded pace. */
export class AgentRecord {
  readonly #options: RecordOptions
  #info: AgentInfo
  #output = 0
  #told = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #usage = NO_USAGE
  #text = ''
  #reply = ''
  /** Answers that nobody was given, because something was said to it at the last moment. */
  #earlier: readonly string[] = []
  /** Somebody was given all that it said. */
  #isGiven = false
  /** Calls that have no result yet. */
  readonly #open = new Set<string>()
  /** Shell commands by their calls. */
  readonly #asked = new Map<string, string>()
  readonly #ran: string[] = []
  readonly #actions: { readonly id: string; readonly text: string }[] = []
  /** Calls that were not allowed. */
  readonly #refused = new Set<string>()
  /** Calls of its own, by which what they started is known. */
  readonly calls = new Set<string>()

  /** When this run of it began: one that goes on later has begun long before. */
  readonly beganAt: number

  constructor(info: AgentInfo, options: RecordOptions) {
    this.#info = info
    this.#options = options
    this.beganAt = options.now()
    this.#tellNow()
  }

  get info(): AgentInfo {
    return this.#info
  }

  get usage(): Usage {
    return this.#usage
  }

  /** The last thing it said, behind the answers that nobody was given. */
  get text(): string {
    return this.withEarlier(this.#text)
  }

  /** What of it nobody was given. */
  get news(): string {
    return this.#isGiven ? '' : this.text
  }

  withEarlier(text: string): string {
    return [...this.#earlier, text].filter(each => each.trim() !== '').join('\n\n')
  }

  /** It goes on after an answer that nobody was given. */
  keepAnswer(): void {
    this.#earlier = [...this.#earlier, this.#text]
    this.#text = ''
  }

  /** Somebody else sees to it that its answers arrive. */
  answersGiven(): void {
    this.#earlier = []
    this.#isGiven = true
  }

  /** Its last calls, in a few words each; those that were not allowed say so. */
  get actions(): readonly Text[] {
    return this.#actions.map(({ id, text }) =>
      this.#refused.has(id) ? says('refused', { call: text }) : text,
    )
  }

  /** Shell commands that really ran, whatever came of them. */
  get commands(): readonly string[] {
    return this.#ran
  }

  /** Something of its own runs: silence means nothing. */
  get isBusy(): boolean {
    return this.#open.size > 0
  }

  change(fields: Partial<AgentInfo>): void {
    this.#info = { ...this.#info, ...fields }
    if (fields.status !== undefined || fields.background !== undefined) this.#tellNow()
    else this.#tellSoon()
  }

  end(status: AgentStatus, why?: Text): void {
    this.#open.clear()
    this.change({ status, endedAt: this.#options.now(), ...reasonOf(why) })
  }

  see(event: Event): void {
    if (event.type === 'usage') this.#book(event)
    if (event.type !== 'entry') return
    const { entry } = event
    // What the program says in the place of a reply is told as the reason of the end.
    if (entry.type === 'assistant' && !entry.isApiErrorMessage) {
      const { id, content } = entry.message
      const text = content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('')
      this.#text = id === this.#reply ? `${this.#text}${text}` : text
      this.#reply = id
      this.#isGiven = false
      const uses = toolUses(content)
      for (const use of uses) this.#begin(use)
      const last = uses.at(-1)
      if (last)
        this.change({
          lastAction: actionOf(last.name, last.input),
          toolUses: this.#info.toolUses + uses.length,
        })
    }
    if (entry.type === 'user' && typeof entry.message.content !== 'string')
      for (const block of entry.message.content)
        if (block.type === 'tool_result') {
          this.#finish(block.tool_use_id, entry.toolUseResult)
          if (entry.effects?.some(({ outcome }) => outcome === 'refused'))
            this.#refused.add(block.tool_use_id)
        }
  }

  #begin({ id, name, input }: ToolUseBlock): void {
    this.#open.add(id)
    this.calls.add(id)
    this.#actions.push({ id, text: actionOf(name, input) })
    if (this.#actions.length > KEPT_ACTIONS) this.#actions.shift()
    const command = textField(input, 'command')
    if (command !== undefined) this.#asked.set(id, command)
  }

  /** One that was refused, or could not start, has no output. */
  #finish(id: string, output: unknown): void {
    this.#open.delete(id)
    const command = this.#asked.get(id)
    this.#asked.delete(id)
    if (command !== undefined && typeof output === 'object' && output !== null) this.#ran.push(command)
  }

  #book({ model, usage }: Extract<Event, { readonly type: 'usage' }>): void {
    this.#usage = addUsage(this.#usage, usage)
    this.#output += usage.output_tokens
    const before = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    const { requests, usd } = this.#info
    this.change({
      requests: requests + 1,
      tokens: before + this.#output,
      usd: usd + (this.#options.price(model, usage) ?? 0),
    })
  }

  #tellSoon(): void {
    if (this.#options.now() - this.#told >= TELL_MS) this.#tellNow()
    else this.#timer ??= setTimeout(() => this.#tellNow(), TELL_MS).unref()
  }

  #tellNow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#told = this.#options.now()
    this.#options.tell(this.#info)
  }
}

const reasonOf = (why: Text | undefined): Pick<AgentInfo, 'reason' | 'localized'> => {
  if (why === undefined) return {}
  return typeof why === 'string' ? { reason: why } : { reason: why.text, localized: why }
}
