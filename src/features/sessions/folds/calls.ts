import type { UsageEntry } from '../../../protocol/entry.ts'
import { SYNTHETIC_MODEL } from '../../../protocol/message.ts'
import type { CallSource, Usage } from '../../../protocol/usage.ts'
import { readUsage } from '../ledger/count-usage.ts'
import { parseEntry } from '../parse-entry.ts'

/** A model call as a session file tells of it. */
export interface RecordedCall {
  readonly session: string
  readonly reply: string
  readonly at: string
  readonly model: string
  readonly source: CallSource
  readonly usage: Usage
  /** Nothing tells how the call ended: this is what was known when it began. */
  readonly partial?: boolean
}

/**
 * Gathers the calls of one file, line by line. A usage line is a call; records of replies without one count by their
 * highest counters. What a fork copied is in the file it came from.
 */
export class CallFold {
  readonly #booked: RecordedCall[] = []
  readonly #bookedReplies = new Set<string>()
  readonly #records = new Map<string, RecordedCall>()

  take(value: unknown): void {
    const parsed = parseEntry(value)
    if (parsed.kind === 'metadata' && parsed.entry.type === 'usage') this.#takeUsage(parsed.entry)
    if (parsed.kind !== 'message' || parsed.entry.type !== 'assistant') return
    const { entry } = parsed
    if (entry.forkedFrom !== undefined || entry.message.model === SYNTHETIC_MODEL) return
    const { id, model } = entry.message
    const usage = readUsage(entry.message.usage)
    const known = this.#records.get(id)
    if (known && known.usage.output_tokens >= usage.output_tokens) return
    this.#records.set(id, {
      session: entry.sessionId,
      reply: id,
      at: known?.at ?? entry.timestamp,
      model,
      source: entry.isSidechain ? 'agent' : 'main',
      usage,
      partial: entry.message.stop_reason === null,
    })
  }

  calls(): readonly RecordedCall[] {
    const unbooked = [...this.#records.values()].filter(call => !this.#bookedReplies.has(call.reply))
    return [...this.#booked, ...unbooked]
  }

  #takeUsage({ sessionId, timestamp, source, partial, message }: UsageEntry): void {
    this.#bookedReplies.add(message.id)
    this.#booked.push({
      session: sessionId,
      reply: message.id,
      at: timestamp,
      model: message.model,
      source,
      usage: readUsage(message.usage),
      ...(partial ? { partial } : {}),
    })
  }
}
