import { AsyncQueue } from '../../lib/async-queue.ts'
import type { CompactReport, CompactRequest } from '../../protocol/context.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import { remoteText } from '../../protocol/messages/host/remote.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import type { Lookup, Lookups, Queries, Query } from '../../protocol/query.ts'
import type { HelloFrame, HistoryPage, ServerFrame } from '../../protocol/serve/wire.ts'
import type { RewindReport, RewindRequest } from '../../protocol/session/file-history.ts'
import type { MoveReport, MoveRequest } from '../../protocol/session/session-tree.ts'
import { completeEvent, completeMove, completeRewind } from './complete-texts.ts'
import { asEntry, endOfTurn } from './made-events.ts'
import { type RemoteApi, RemoteError, toError } from './remote-api.ts'
import { RemoteLink } from './remote-link.ts'

export interface RemoteOptions {
  readonly api: RemoteApi
  readonly sessionId: string
  newId(): string
  after(ms: number, call: () => void): () => void
}

type Submit = Op & { readonly type: 'submit' }

interface Waiting {
  readonly op: Op
  readonly done: PromiseWithResolvers<void>
}

/** What follows a page of the history. */
const PAGE = 500

/**
 * A conversation that lives in a server, as front ends know one. When the connection is cut it comes back by itself,
 * reads what it missed and says so; what was said meanwhile is sent then, once.
 */
export class RemoteEngine implements Engine {
  readonly #options: RemoteOptions
  readonly #link: RemoteLink
  readonly #readers = new Set<AsyncQueue<Event>>()
  /** Told before anybody was there to hear it: what went on when the server said hello. */
  #early: Event[] | undefined = []
  readonly #waiting = new Map<string, Waiting>()
  /** Messages that were told, and those of a history that was asked for: an entry may be there before its event comes. */
  readonly #told = new Set<string>()
  readonly #read = new Set<string>()
  /** Accepted, and not in the conversation yet: what waits there is gone with the run of it. */
  readonly #unheard = new Map<string, Submit>()
  readonly #questions = new Set<string>()
  #here: { readonly epoch: string; seq: number } | undefined
  #lastMessage: string | undefined
  #running = false
  #cut = false
  #over = false
  /** Frames are served one after the other: what is read in between belongs between them. */
  #work: Promise<void> = Promise.resolve()
  #connected = Promise.withResolvers<void>()

  constructor(options: RemoteOptions) {
    this.#options = options
    this.#link = new RemoteLink({
      server: options.api.server,
      sessionId: options.sessionId,
      after: options.after,
      mark: () => this.#mark(),
      onFrame: frame => {
        this.#work = this.#work.then(() => this.#serve(frame))
      },
      onLost: () => this.#lost(),
      onEnd: why => this.#end(why),
    })
  }

  /** When the server has said hello; rejects with RemoteError when it will not. */
  get ready(): Promise<void> {
    return this.#connected.promise
  }

  async send(op: Op): Promise<void> {
    if (this.#over) throw new OpError(remoteText('closed'))
    const id = this.#options.newId()
    const said = prepared(op, this.#options.newId)
    const done = Promise.withResolvers<void>()
    this.#waiting.set(id, { op: said, done })
    if (!this.#cut && this.#here) this.#say(id, said)
    await done.promise
    this.#accepted(said)
  }

  #accepted(op: Op): void {
    if (op.type === 'interrupt' && op.cancelQueued) this.#unheard.clear()
    if (op.type === 'take_back') this.#unheard.delete(op.uuid)
    // A line for the program is done or not, but nothing to be kept for later.
    if (op.type !== 'submit' || (typeof op.content === 'string' && op.content.startsWith('/'))) return
    if (op.uuid !== undefined && !this.#knowsOf(op.uuid)) this.#unheard.set(op.uuid, op)
  }

  events(): AsyncIterable<Event> & AsyncDisposable {
    // A screen never holds the server up, so nothing is gained by a limit here.
    const reader = new AsyncQueue<Event>(Number.POSITIVE_INFINITY)
    this.#readers.add(reader)
    for (const event of this.#early ?? []) void reader.push(event)
    this.#early = undefined
    if (this.#over) reader.close()
    const read = this.#read
    return {
      async *[Symbol.asyncIterator]() {
        for await (const event of reader)
          if (event.type !== 'entry' || event.agent || !read.has(event.entry.uuid)) yield event
      },
      [Symbol.asyncDispose]: async () => {
        this.#readers.delete(reader)
        await reader[Symbol.asyncDispose]()
      },
    }
  }

  async query<Q extends Query>(query: Q): Promise<Queries[Q]> {
    const { answer } = await this.#patiently(api =>
      api.get<{ readonly answer: Queries[Q] }>(this.#path(`/queries/${query}`)),
    )
    if (query === 'history') this.#knows(answer as Queries['history'])
    return answer
  }

  /** Of what can be asked about one thing the wire has what a screen needs: the rest is for programs in the process of the session. */
  async look<L extends Lookup>(what: L, about: Lookups[L]['about']): Promise<Lookups[L]['found']> {
    if (what !== 'earlier') throw new OpError(remoteText('no_question', { what }))
    const { boundary } = about as Lookups['earlier']['about']
    return (await this.#earlier(boundary)) as Lookups[L]['found']
  }

  /** Up to the compaction before that one. */
  async #earlier(boundary: string): Promise<readonly Message[]> {
    const all: Message[] = []
    for (let before = boundary; ; ) {
      const path = this.#path(`/history?limit=${PAGE}&before=${encodeURIComponent(before)}`)
      const { messages, more } = await this.#patiently(api => api.get<HistoryPage>(path))
      all.unshift(...messages)
      const [first] = messages
      if (!more || !first || (first.type === 'system' && first.subtype === 'compact_boundary')) return all
      before = first.uuid
    }
  }

  async rewindFiles(request: RewindRequest): Promise<RewindReport> {
    return completeRewind(await this.#options.api.post<RewindReport>(this.#path('/rewind-files'), request))
  }

  compact(request: CompactRequest): Promise<CompactReport> {
    return this.#options.api.post(this.#path('/compact'), request)
  }

  async rewind(request: MoveRequest): Promise<MoveReport> {
    return completeMove(await this.#options.api.post<MoveReport>(this.#path('/rewind'), request))
  }

  /** The messages of an agent, by the path of its file on the machine of the server. */
  async readThread(path: string): Promise<readonly Message[]> {
    const agent = (await this.query('runningAgents')).find(({ transcript }) => transcript === path)
    if (!agent) return []
    const { messages } = await this.#options.api.get<{ readonly messages: readonly Message[] }>(
      this.#path(`/agents/${encodeURIComponent(agent.id)}/history`),
    )
    return messages
  }

  async idle(): Promise<void> {
    const events = this.events()
    try {
      if (!(await this.query('state')).running) return
      for await (const event of events) if (event.type === 'turn_ended' && !event.agent) return
    } finally {
      await events[Symbol.asyncDispose]()
    }
  }

  /** Goes away; the session goes on where it lives. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#over = true
    this.#link.close()
    for (const reader of this.#readers) reader.close()
  }

  #path(path: string): string {
    return `/sessions/${encodeURIComponent(this.#options.sessionId)}${path}`
  }

  /** Waits for the connection as long as it takes; a question nobody can answer any more is never answered. */
  async #patiently<T>(ask: (api: RemoteApi) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask(this.#options.api)
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error
        if (this.#over) return await new Promise<never>(() => {})
        if (error.kind !== 'network') throw new OpError(error.localized)
        await new Promise<void>(resolve => this.#options.after(RETRY_MS, resolve))
      }
    }
  }

  #mark(): string {
    if (!this.#here) return ''
    const { epoch, seq } = this.#here
    const message = this.#lastMessage === undefined ? '' : `&message=${this.#lastMessage}`
    return `&after=${seq}&epoch=${epoch}${message}`
  }

  #knowsOf(uuid: string): boolean {
    return this.#told.has(uuid) || this.#read.has(uuid)
  }

  #knows(history: readonly Message[]): void {
    for (const { uuid } of history) this.#read.add(uuid)
    this.#lastMessage = history.at(-1)?.uuid ?? this.#lastMessage
  }

  async #serve(frame: ServerFrame): Promise<void> {
    if (frame.kind === 'hello') await this.#greeted(frame)
    else if (frame.kind === 'event') {
      if (this.#here) this.#here.seq = frame.seq
      this.#tell(completeEvent(frame.event))
    } else if (frame.kind === 'ui') this.#tell({ type: 'ui_request', request: frame.request })
    else if (frame.kind === 'ack') {
      const waiting = this.#waiting.get(frame.id)
      this.#waiting.delete(frame.id)
      if (frame.ok) waiting?.done.resolve()
      else waiting?.done.reject(toError(frame.error))
    }
  }

  async #greeted(hello: HelloFrame): Promise<void> {
    const before = this.#here?.epoch
    this.#here = { epoch: hello.epoch, seq: hello.seq }
    const again = this.#cut
    this.#cut = false
    if (!hello.resumed) await this.#catchUp(hello, { again })
    this.#sendAgain(before !== undefined && before !== hello.epoch)
    if (again) this.#tell(notice('info', remoteText('connected')))
    this.#connected.resolve()
  }

  /** What is on a screen is brought to where the session is now. */
  async #catchUp({ readAfter, live }: HelloFrame, { again }: { readonly again: boolean }): Promise<void> {
    if (again) {
      const open = new Set(
        live.flatMap(event => (event.type === 'permission_request' ? [event.request.id] : [])),
      )
      for (const id of this.#questions)
        if (!open.has(id)) this.#tell({ type: 'permission_settled', id, withdrawn: true })
      if (readAfter === undefined) this.#tell({ type: 'branch_changed', report: { canMove: true } })
      else
        for (const message of await this.#messagesAfter(readAfter))
          this.#tell(asEntry(message, this.#options.sessionId))
      if (this.#running) this.#tell(endOfTurn(await this.query('cost')))
    }
    for (const event of live) this.#tell(completeEvent(event))
  }

  async #messagesAfter(uuid: string): Promise<readonly Message[]> {
    const all: Message[] = []
    for (let after = uuid; ; ) {
      const path = this.#path(`/history?limit=${PAGE}&after=${encodeURIComponent(after)}`)
      const { messages, more } = await this.#patiently(api => api.get<HistoryPage>(path))
      all.push(...messages)
      const last = messages.at(-1)
      if (!more || !last) return all
      after = last.uuid
    }
  }

  /** In another run of the session nobody knows what was done of it: only words of the person are worth saying twice. */
  #sendAgain(anotherRun: boolean): void {
    const waiting = [...this.#waiting]
    if (anotherRun) this.#sayAccepted()
    for (const [id, { op, done }] of waiting) {
      if (!anotherRun || (op.type === 'submit' && !this.#knowsOf(op.uuid ?? ''))) this.#say(id, op)
      else {
        this.#waiting.delete(id)
        if (op.type === 'submit') done.resolve()
        else done.reject(new OpError(remoteText('cut')))
      }
    }
  }

  /** What waited for its turn there was said before all that nobody has confirmed. */
  #sayAccepted(): void {
    const accepted = [...this.#unheard.values()].filter(({ uuid = '' }) => !this.#knowsOf(uuid))
    this.#unheard.clear()
    // Each was taken once, so nothing speaks against it.
    for (const op of accepted) this.send(op).catch(() => undefined)
  }

  #say(id: string, op: Op): void {
    this.#link.send(JSON.stringify({ kind: 'op', id, op }))
  }

  #tell(event: Event): void {
    if (event.type === 'entry' && !event.agent) {
      const { uuid } = event.entry
      this.#unheard.delete(uuid)
      if (this.#told.has(uuid)) return
      this.#told.add(uuid)
      this.#lastMessage = uuid
    }
    if (event.type === 'turn_started' && !event.agent) this.#running = true
    if (event.type === 'turn_ended' && !event.agent) this.#running = false
    if (event.type === 'permission_request') this.#questions.add(event.request.id)
    if (event.type === 'permission_settled') this.#questions.delete(event.id)
    this.#early?.push(event)
    for (const reader of this.#readers) void reader.push(event)
  }

  #lost(): void {
    if (!this.#here || this.#cut) return
    this.#cut = true
    this.#work = this.#work.then(() => this.#tell(notice('warning', remoteText('lost'))))
  }

  #end(why: 'closed' | 'refused'): void {
    this.#over = true
    const text = remoteText(why === 'closed' ? 'closed' : 'shut_out')
    this.#connected.reject(new RemoteError('not_found', text))
    // Nobody may wait for it any more.
    this.#connected.promise.catch(() => {})
    for (const { done } of this.#waiting.values()) done.reject(new OpError(text))
    this.#waiting.clear()
    this.#tell(notice('warning', text))
    if (this.#running) this.#tell(endOfTurn())
  }
}

const RETRY_MS = 500
/** The program runs where the session is, and this terminal is elsewhere. */
const withoutTerminal = ({ terminal, ...op }: Extract<Op, { type: 'shell' }>): Op => {
  if (terminal === 'always') throw new OpError(turnText('no_terminal'))
  return op
}
/** With an id; without whose words it is, which the server knows and no client says. */
const prepared = (op: Op, newId: () => string): Op => {
  if (op.type === 'shell') return withoutTerminal(op)
  if (op.type !== 'submit' && op.type !== 'command') return op
  const { authority: _, ...said } = op
  return said.type === 'submit' && said.uuid === undefined ? { ...said, uuid: newId() } : said
}
