import type { UsageEntry } from '../../../protocol/entry.ts'
import type { AssistantMessage } from '../../../protocol/message.ts'
import type { Usage } from '../../../protocol/usage.ts'
import { readUsage, totalTokens } from './count-usage.ts'
import type { Reply } from './story.ts'

interface Known {
  reply: Reply
  readonly turn: number
}

/** Model calls by the id of their reply: of its records the one with the highest counters counts. */
export class ReplyBook {
  readonly #known = new Map<string, Known>()
  /** Of equal names one is enough: a long session has one for each of its replies. */
  readonly #models = new Map<string, string>()

  takeRecord(entry: AssistantMessage, turn: number): void {
    const { id, model } = entry.message
    this.#add(turn, {
      id,
      model,
      usage: readUsage(entry.message.usage),
      source: 'main',
      at: entry.timestamp,
      durationMs: undefined,
      // Writers that store the reply as a whole know how it ended.
      exact: entry.message.stop_reason !== null,
    })
  }

  takeUsage(entry: UsageEntry, turn: number): void {
    const { id, model, usage } = entry.message
    const reply: Reply = {
      id,
      model,
      usage: readUsage(usage),
      source: entry.source,
      at: entry.timestamp,
      durationMs: typeof entry.durationMs === 'number' ? entry.durationMs : undefined,
      exact: entry.partial !== true,
    }
    this.#add(this.#known.get(id)?.turn ?? turn, reply)
  }

  byTurn(): ReadonlyMap<number, readonly Reply[]> {
    const turns = new Map<number, Reply[]>()
    for (const { turn, reply } of this.#known.values()) {
      const replies = turns.get(turn)
      if (replies === undefined) turns.set(turn, [reply])
      else replies.push(reply)
    }
    return turns
  }

  #add(turn: number, reply: Reply): void {
    const known = this.#known.get(reply.id)
    if (known === undefined) {
      const model = this.#models.get(reply.model) ?? reply.model
      this.#models.set(model, model)
      this.#known.set(reply.id, { reply: { ...reply, model }, turn })
      return
    }
    known.reply = {
      ...known.reply,
      usage: higher(known.reply.usage, reply.usage),
      source: reply.source === 'main' ? known.reply.source : reply.source,
      durationMs: reply.durationMs ?? known.reply.durationMs,
      exact: known.reply.exact || reply.exact,
    }
  }
}

const higher = (a: Usage, b: Usage): Usage => (totalTokens(b) > totalTokens(a) ? b : a)
