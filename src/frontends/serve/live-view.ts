import type { Event } from '../../protocol/event.ts'
import type { StreamEvent } from '../../protocol/model.ts'

type Stream = Event & { readonly type: 'stream' }
type Question = Event & { readonly type: 'permission_request' }

/**
 * What goes on in a session right now, as the fewest events that tell it: somebody who comes in the middle of a turn
 * applies them behind the history. Entries are not among them.
 */
export class LiveView {
  #turn: Event | undefined
  #status: Event | undefined
  readonly #replies = new Map<string, Reply>()
  readonly #calls = new Map<string, readonly Event[]>()
  readonly #questions = new Map<string, Question>()
  /** Agents, workflows and commands of the person, while they run. */
  readonly #work = new Map<string, Event>()

  get running(): boolean {
    return this.#turn !== undefined
  }

  get questions(): ReadonlyMap<string, Question> {
    return this.#questions
  }

  events(): readonly Event[] {
    return [
      ...(this.#turn ? [this.#turn] : []),
      ...(this.#status ? [this.#status] : []),
      ...this.#work.values(),
      ...[...this.#replies.values()].flatMap(reply => reply.events()),
      ...[...this.#calls.values()].flat(),
      ...this.#questions.values(),
    ]
  }

  hear(event: Event): void {
    if (event.type === 'stream') this.#stream(event)
    else if (event.type === 'entry') this.#recorded(event)
    else if (event.type === 'permission_request') this.#questions.set(event.request.id, event)
    else if (event.type === 'permission_settled') this.#questions.delete(event.id)
    else if (event.type === 'turn_ended') this.#ended(event)
    else if (event.agent) return
    else if (event.type === 'turn_started') this.#turn = event
    else if (event.type === 'status') this.#status = event.status === null ? undefined : event
    else this.#hearWork(event)
  }

  #hearWork(event: Event): void {
    if (event.type === 'tool_started') this.#calls.set(event.toolUseId, [event])
    else if (event.type === 'tool_progress') {
      const [started] = this.#calls.get(event.toolUseId) ?? []
      this.#calls.set(event.toolUseId, started?.type === 'tool_started' ? [started, event] : [event])
    } else if (event.type === 'agent_changed')
      keep(this.#work, event, { key: `agent ${event.info.id}`, goesOn: event.info.status === 'running' })
    else if (event.type === 'workflow_changed')
      keep(this.#work, event, { key: `workflow ${event.info.runId}`, goesOn: event.info.state === 'running' })
    else if (event.type === 'shell')
      keep(this.#work, event, { key: `shell ${event.id}`, goesOn: event.phase !== 'ended' })
  }

  #ended({ agent }: Event): void {
    this.#replies.delete(agent?.id ?? '')
    if (agent) return
    this.#turn = undefined
    this.#status = undefined
    this.#calls.clear()
  }

  #stream(event: Stream): void {
    const thread = event.agent?.id ?? ''
    if (event.event.type === 'message_start') this.#replies.set(thread, new Reply(event))
    else this.#replies.get(thread)?.hear(event)
  }

  #recorded({ entry, agent }: Event & { readonly type: 'entry' }): void {
    if (entry.type === 'assistant') this.#replies.get(agent?.id ?? '')?.recorded()
    if (entry.type !== 'user' || typeof entry.message.content === 'string') return
    for (const block of entry.message.content)
      if (block.type === 'tool_result') this.#calls.delete((block as { tool_use_id: string }).tool_use_id)
  }
}

const keep = (
  work: Map<string, Event>,
  event: Event,
  { key, goesOn }: { readonly key: string; readonly goesOn: boolean },
): void => {
  if (goesOn) work.set(key, event)
  else work.delete(key)
}

interface Piece {
  readonly start: Stream
  /** Deltas of one kind that follow each other are one. */
  readonly deltas: Stream[]
}

/** A reply as far as it came; what of it is written down is left out. */
class Reply {
  readonly #start: Stream
  readonly #blocks = new Map<unknown, Piece>()

  constructor(start: Stream) {
    this.#start = start
  }

  events(): readonly Event[] {
    const blocks = [...this.#blocks.values()]
    return blocks.length === 0
      ? [this.#start]
      : [this.#start, ...blocks.flatMap(({ start, deltas }) => [start, ...deltas])]
  }

  hear(event: Stream): void {
    const { type, index } = event.event
    if (type === 'content_block_start') this.#blocks.set(index, { start: event, deltas: [] })
    if (type === 'content_block_delta') {
      const deltas = this.#blocks.get(index)?.deltas
      const last = deltas?.at(-1)
      const joined = last && join(last.event, event.event)
      if (joined) deltas?.splice(-1, 1, { ...event, event: joined })
      else deltas?.push(event)
    }
  }

  /** Blocks are written down in their order. */
  recorded(): void {
    const [first] = this.#blocks.keys()
    if (first !== undefined) this.#blocks.delete(first)
  }
}

const TEXTS = ['text', 'thinking', 'partial_json'] as const

const join = (before: StreamEvent, after: StreamEvent): StreamEvent | undefined => {
  const [a, b] = [before['delta'], after['delta']] as readonly Readonly<Record<string, unknown>>[]
  if (!a || !b || a['type'] !== b['type']) return undefined
  const text = TEXTS.find(name => typeof a[name] === 'string' && typeof b[name] === 'string')
  return text && { ...after, delta: { ...b, [text]: `${a[text]}${b[text]}` } }
}
