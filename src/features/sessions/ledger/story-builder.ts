import type { Entry, MessageEntry, UsageEntry } from '../../../protocol/entry.ts'
import { SYNTHETIC_MODEL, type UserMessage } from '../../../protocol/message.ts'
import type { FileHistoryEntry } from '../../../protocol/session/file-history.ts'
import { partsOf, requestIn } from './entry-parts.ts'
import { ReplyBook } from './reply-book.ts'
import type { TurnOutline } from './story-outline.ts'
import { readTurn, type StoredTurn, type TurnSource } from './turn-reader.ts'

const NOBODY = { uuid: '', by: 'program' } as const

interface OpenCall {
  readonly turn: StoredTurn
  readonly number: number
}

/** Takes the entries of one conversation, or of one sub-agent, in the order of the file, and keeps where they are. */
export class StoryBuilder {
  readonly #turns: StoredTurn[] = []
  /** Which turn a message belongs to: a branch goes on from an earlier one. */
  readonly #turnOf = new Map<string, StoredTurn>()
  readonly #removed = new Set<string>()
  readonly #open = new Map<string, OpenCall>()
  readonly #replies = new ReplyBook()

  take(entry: Entry, line: number): void {
    if (!('uuid' in entry)) {
      if (entry.type === 'file-history-snapshot') this.#takeHistory(entry, line)
      else if (entry.type === 'usage') this.#takeUsage(entry)
      return
    }
    if (this.#turnOf.has(entry.uuid)) return
    const turn = this.#placeOf(entry, line)
    this.#turnOf.set(entry.uuid, turn)
    if (turn.startedAt === '' || entry.timestamp < turn.startedAt) turn.startedAt = entry.timestamp
    if (entry.timestamp > turn.endedAt) turn.endedAt = entry.timestamp
    this.#takeMessage(entry, turn, line)
  }

  /** @param isOn whether a message is on the way to where the conversation stands */
  finish(isOn: (uuid: string) => boolean, source: Omit<TurnSource, 'removed'>): readonly TurnOutline[] {
    const replies = this.#replies.byTurn()
    this.#turnOf.clear()
    return this.#turns.map(turn => ({
      number: turn.number,
      request: turn.request,
      replies: replies.get(turn.number) ?? [],
      aside: turn.request.uuid !== '' && !isOn(turn.request.uuid),
      startedAt: turn.startedAt,
      endedAt: turn.endedAt,
      calls: turn.callLines.length,
      copied: turn.copied === true,
      ...readTurn(turn, { ...source, removed: this.#removed }),
    }))
  }

  #placeOf(entry: MessageEntry, line: number): StoredTurn {
    const request = requestIn(entry)
    if (request !== undefined) return this.#begin(request, line)
    const above = entry.parentUuid === null ? undefined : this.#turnOf.get(entry.parentUuid)
    return above ?? this.#turns.at(-1) ?? this.#begin(NOBODY, undefined)
  }

  #begin(request: StoredTurn['request'], requestLine: number | undefined): StoredTurn {
    const first = this.#turns[0]
    // What stands before the first request (the date, the place) belongs to it.
    if (first?.request === NOBODY && this.#turns.length === 1 && first.quiet) {
      first.request = request
      first.requestLine = requestLine
      return first
    }
    const turn: StoredTurn = {
      number: this.#turns.length + 1,
      request,
      requestLine,
      lines: [],
      callLines: [],
      callBlocks: [],
      resultLines: [],
      resultBlocks: [],
      historyLines: [],
      quiet: true,
      copied: undefined,
      startedAt: '',
      endedAt: '',
    }
    this.#turns.push(turn)
    return turn
  }

  #takeMessage(entry: MessageEntry, turn: StoredTurn, line: number): void {
    if (entry.type === 'system') for (const uuid of entry.removed ?? []) this.#removed.add(uuid)
    if (entry.type === 'user') this.#takeResults(entry, line)
    const isCopied = entry.forkedFrom !== undefined
    if (entry.type === 'assistant' && entry.message.model !== SYNTHETIC_MODEL && !isCopied)
      this.#replies.takeRecord(entry, turn.number)
    let parts = 0
    for (const part of partsOf(entry)) {
      parts++
      if (part.kind !== 'attachment' && part.kind !== 'notice') turn.quiet = false
      if (part.kind !== 'call') continue
      this.#open.set(part.block.id, { turn, number: turn.callLines.push(line) - 1 })
      turn.callBlocks.push(part.position)
      turn.resultLines.push(-1)
      turn.resultBlocks.push(-1)
    }
    if (parts === 0) return
    turn.lines.push(line)
    turn.copied = isCopied && turn.copied !== false
  }

  #takeResults({ message: { content } }: UserMessage, line: number): void {
    if (typeof content === 'string') return
    for (const [position, block] of content.entries()) {
      const call = block.type === 'tool_result' ? this.#open.get(block.tool_use_id) : undefined
      if (call === undefined || block.type !== 'tool_result') continue
      this.#open.delete(block.tool_use_id)
      call.turn.resultLines[call.number] = line
      call.turn.resultBlocks[call.number] = position
    }
  }

  #takeUsage(entry: UsageEntry): void {
    this.#replies.takeUsage(entry, this.#turns.at(-1)?.number ?? 1)
  }

  #takeHistory(entry: FileHistoryEntry, line: number): void {
    const turn = this.#turnOf.get(entry.messageUuid) ?? this.#turns.at(-1)
    if (turn !== undefined && entry.rewind === undefined) turn.historyLines.push(line)
  }
}
