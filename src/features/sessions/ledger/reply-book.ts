import type { UsageEntry } from '../../../protocol/entry.ts'
import type { AssistantMessage } from '../../../protocol/message.ts'
import type { Usage } from '../../../protocol/usage.ts'
import { readUsage, totalTokens } from './count-usage.ts'
import type { Reply } from './story.ts'

interface Booked {
  readonly reply: Reply
  readonly turn: number
}

/**
 * Model calls of one file. A usage line is a call, as it was paid for; of the records of a reply without one, the one
 * with the highest counters counts.
 */
export class ReplyBook {
  readonly #records = new Map<string, Booked>()
  readonly #booked: Booked[] = []
  /** Of equal names one is enough: a long session has one for each of its replies. */
  readonly #models = new Map<string, string>()

  takeRecord(entry: AssistantMessage, turn: number): void {
    const { id, model } = entry.message
    const known = this.#records.get(id)
    const usage = readUsage(entry.message.usage)
    // Writers that store the reply as a whole know how it ended.
    const exact = entry.message.stop_reason !== null
    const reply: Reply = known
      ? { ...known.reply, usage: higher(known.reply.usage, usage), exact: known.reply.exact || exact }
      : {
          id,
          model: this.#nameOf(model),
          usage,
          source: 'main',
          at: entry.timestamp,
          durationMs: undefined,
          exact,
        }
    this.#records.set(id, { reply, turn: known?.turn ?? turn })
  }

  takeUsage(entry: UsageEntry, turn: number): void {
    const { id, model, usage } = entry.message
    const known = this.#records.get(id)
    const reply: Reply = {
      id,
      model: this.#nameOf(model),
      usage: readUsage(usage),
      source: entry.source,
      at: known?.reply.at ?? entry.timestamp,
      durationMs: typeof entry.durationMs === 'number' ? entry.durationMs : undefined,
      exact: entry.partial !== true,
    }
    this.#booked.push({ reply, turn: known?.turn ?? turn })
  }

  byTurn(): ReadonlyMap<number, readonly Reply[]> {
    const turns = new Map<number, Reply[]>()
    const booked = new Set(this.#booked.map(({ reply }) => reply.id))
    const unbooked = [...this.#records.values()].filter(({ reply }) => !booked.has(reply.id))
    for (const { turn, reply } of [...this.#booked, ...unbooked]) {
      const replies = turns.get(turn)
      if (replies === undefined) turns.set(turn, [reply])
      else replies.push(reply)
    }
    return turns
  }

  #nameOf(model: string): string {
    const known = this.#models.get(model) ?? model
    this.#models.set(known, known)
    return known
  }
}

const higher = (a: Usage, b: Usage): Usage => (totalTokens(b) > totalTokens(a) ? b : a)
