import type { Entry, EntryContext, MessageEntry, UsageEntry } from '../../../protocol/entry.ts'
import type { FileChange, FileHistoryEntry } from '../../../protocol/file-history.ts'
import {
  type AssistantMessage,
  plainText,
  SYNTHETIC_MODEL,
  type UserMessage,
} from '../../../protocol/message.ts'
import { CallBook } from './call-book.ts'
import { clipText, type StoryLimits } from './clip-text.ts'
import { ReplyBook } from './reply-book.ts'
import type { Request, Step, Touched, Turn } from './story.ts'

interface OpenTurn {
  readonly number: number
  readonly request: Request
  readonly steps: Step[]
  readonly touched: Map<string, Touched>
  startedAt: string
  endedAt: string
}

const NOBODY: Request = { uuid: '', text: '', by: 'program' }

/** What somebody said that begins a turn; results and reminders do not. */
const requestOf = (entry: MessageEntry, limits: StoryLimits): Request | undefined => {
  if (entry.type !== 'user') return undefined
  const { content } = entry.message
  if (typeof content !== 'string' && content.some(block => block.type === 'tool_result')) return undefined
  const text = clipText(plainText(content), limits)
  if (entry.isCompactSummary === true) return { uuid: entry.uuid, text, by: 'summary' }
  if (entry.isMeta === true) return undefined
  return { uuid: entry.uuid, text, by: 'person' }
}

/** Takes the lines of one conversation, or of one sub-agent, in the order of the file. */
export class StoryBuilder {
  readonly #turns: OpenTurn[] = []
  /** Which turn a message belongs to: a branch goes on from an earlier one. */
  readonly #turnOf = new Map<string, OpenTurn>()
  readonly #removed = new Set<string>()
  readonly #calls: CallBook
  readonly #replies = new ReplyBook()
  readonly #limits: StoryLimits

  constructor(limits: StoryLimits) {
    this.#limits = limits
    this.#calls = new CallBook(limits)
  }

  take(entry: Entry): void {
    if (!('uuid' in entry)) {
      if (entry.type === 'file-history-snapshot') this.#takeHistory(entry)
      else if (entry.type === 'usage') this.#takeUsage(entry)
      return
    }
    if (this.#turnOf.has(entry.uuid)) return
    const turn = this.#placeOf(entry)
    this.#turnOf.set(entry.uuid, turn)
    if (turn.startedAt === '' || entry.timestamp < turn.startedAt) turn.startedAt = entry.timestamp
    if (entry.timestamp > turn.endedAt) turn.endedAt = entry.timestamp
    this.#takeMessage(entry, turn)
  }

  /** @param isOn whether a message is on the way to where the conversation stands */
  finish(isOn: (uuid: string) => boolean): readonly Turn[] {
    const replies = this.#replies.byTurn()
    return this.#turns.map(turn => ({
      number: turn.number,
      request: turn.request,
      steps: turn.steps.map(step => this.#finishStep(step)),
      replies: replies.get(turn.number) ?? [],
      touched: [...turn.touched.values()],
      aside: turn.request.uuid !== '' && !isOn(turn.request.uuid),
      startedAt: turn.startedAt,
      endedAt: turn.endedAt,
    }))
  }

  #finishStep(step: Step): Step {
    const discarded = this.#removed.has(step.uuid)
    if (step.kind !== 'call') return discarded ? { ...step, discarded } : step
    return { ...step, discarded, call: this.#calls.finish(step.call) }
  }

  #placeOf(entry: MessageEntry): OpenTurn {
    const request = requestOf(entry, this.#limits)
    if (request !== undefined) return this.#begin(request)
    const above = entry.parentUuid === null ? undefined : this.#turnOf.get(entry.parentUuid)
    return above ?? this.#turns.at(-1) ?? this.#begin(NOBODY)
  }

  #begin(request: Request): OpenTurn {
    const first = this.#turns[0]
    // What stands before the first request (the date, the place) belongs to it.
    if (first !== undefined && first.request === NOBODY && this.#turns.length === 1 && isQuiet(first)) {
      const begun = { ...first, request }
      this.#turns[0] = begun
      for (const [uuid, turn] of this.#turnOf) if (turn === first) this.#turnOf.set(uuid, begun)
      return begun
    }
    const turn: OpenTurn = {
      number: this.#turns.length + 1,
      request,
      steps: [],
      touched: new Map(),
      startedAt: '',
      endedAt: '',
    }
    this.#turns.push(turn)
    return turn
  }

  #takeMessage(entry: MessageEntry, turn: OpenTurn): void {
    const place = placeOf(entry)
    switch (entry.type) {
      case 'assistant':
        this.#takeReply(entry, turn)
        return
      case 'user':
        this.#takeUser(entry, turn)
        return
      case 'system':
        for (const uuid of entry.removed ?? []) this.#removed.add(uuid)
        if (entry.subtype !== 'tombstone')
          turn.steps.push({ ...place, kind: 'notice', text: this.#clip(entry.content) })
        return
      case 'attachment':
        turn.steps.push({ ...place, kind: 'attachment', text: this.#clip(entry.attachment.text) })
    }
  }

  #takeReply(entry: AssistantMessage & EntryContext, turn: OpenTurn): void {
    const place = placeOf(entry)
    if (entry.message.model !== SYNTHETIC_MODEL && !place.copied) this.#replies.takeRecord(entry, turn.number)
    for (const block of entry.message.content) {
      if (block.type === 'text') turn.steps.push({ ...place, kind: 'text', text: this.#clip(block.text) })
      else if (block.type === 'thinking')
        turn.steps.push({ ...place, kind: 'thinking', text: this.#clip(block.thinking) })
      else if (block.type === 'tool_use')
        turn.steps.push({ ...place, kind: 'call', call: this.#calls.open(block, entry.timestamp) })
    }
  }

  #takeUser(entry: UserMessage & EntryContext, turn: OpenTurn): void {
    const place = placeOf(entry)
    const { content } = entry.message
    if (typeof content !== 'string')
      for (const block of content) {
        if (block.type === 'tool_result') this.#calls.close(block, entry)
        else if (block.type === 'image' && block.source.type === 'base64')
          turn.steps.push({
            ...place,
            kind: 'image',
            mediaType: block.source.media_type,
            data: block.source.data,
          })
      }
    if (entry.uuid === turn.request.uuid) return
    const text = plainText(content)
    if (text !== '') turn.steps.push({ ...place, kind: 'said', text: this.#clip(text) })
  }

  #takeUsage(entry: UsageEntry): void {
    this.#replies.takeUsage(entry, this.#turns.at(-1)?.number ?? 1)
  }

  #takeHistory(entry: FileHistoryEntry): void {
    const turn = this.#turnOf.get(entry.messageUuid) ?? this.#turns.at(-1)
    if (turn === undefined || entry.rewind !== undefined) return
    for (const [path, change] of Object.entries(entry.files)) {
      const known = turn.touched.get(path)
      turn.touched.set(path, touchedBy(path, change, known))
    }
  }

  #clip(text: string): string {
    return clipText(text, this.#limits)
  }
}

const placeOf = (entry: MessageEntry): Pick<Step, 'uuid' | 'at' | 'discarded' | 'copied'> => ({
  uuid: entry.uuid,
  at: entry.timestamp,
  discarded: false,
  ...(entry.forkedFrom === undefined ? {} : { copied: true }),
})

const isQuiet = (turn: OpenTurn): boolean =>
  turn.steps.every(step => step.kind === 'attachment' || step.kind === 'notice')

const hashOf = (version: FileChange['before']): string | undefined =>
  version !== null && 'hash' in version ? version.hash : undefined

/** Several changes of one turn are one, from the first content to the last. */
const touchedBy = (path: string, { before, after }: FileChange, known: Touched | undefined): Touched => ({
  path,
  change:
    after === null
      ? 'deleted'
      : known === undefined
        ? before === null
          ? 'created'
          : 'changed'
        : known.change === 'created'
          ? 'created'
          : 'changed',
  before: known === undefined ? hashOf(before) : known.before,
  after: hashOf(after),
})
