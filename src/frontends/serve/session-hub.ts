import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'
import { serveText } from '../../protocol/messages/host/serve.ts'
import type { Op } from '../../protocol/op.ts'
import type {
  ClientInfo,
  ClientRights,
  EventFrame,
  HelloFrame,
  ServerFrame,
} from '../../protocol/serve/wire.ts'
import { checkCommand, commandIn } from './check-command.ts'
import { checkOp } from './check-op.ts'
import { EventRing } from './event-ring.ts'
import { LiveView } from './live-view.ts'
import { WireProblem } from './wire-problem.ts'

/** Where the frames of one client go. Never waits: whoever does not keep up is let go, and comes again. */
export interface Receiver {
  readonly client: ClientInfo
  send(frame: string): void
  /** Nothing follows. */
  end(why: 'closed'): void
}

/** How far a client came, when it was here before. */
export interface Mark {
  readonly after?: number
  readonly epoch?: string
  readonly message?: string
}

export interface HubOptions {
  readonly id: string
  readonly engine: Engine
  readonly rights: ClientRights
  newId(): string
  /** Who sits at the engine itself, if anybody does. */
  readonly terminal?: ClientInfo
  /** Somebody came or went. */
  onClients?(clients: readonly ClientInfo[]): void
}

/** How many ops are remembered by their ids, and how many messages and answers with who sent them. */
const MOST_KEPT = 1_000

/** One open session and everyone who follows it: reads its events as they come, numbers them and hands them on. */
export class SessionHub {
  readonly id: string
  readonly engine: Engine
  readonly epoch: string
  /** When the session has ended. */
  readonly ended: Promise<void>
  readonly #options: HubOptions
  readonly #ring = new EventRing()
  readonly #live = new LiveView()
  readonly #receivers = new Set<Receiver>()
  readonly #ops = new Map<string, Promise<void>>()
  /** Of a message by its uuid, of an answer by the id of the question. */
  readonly #senders = new Map<string, ClientInfo>()
  readonly #events: AsyncIterable<Event> & AsyncDisposable
  /** Whose slash command a wish for the screen comes from. */
  #commander: ClientInfo | undefined

  constructor(options: HubOptions) {
    this.#options = options
    this.id = options.id
    this.engine = options.engine
    this.epoch = options.newId()
    this.#events = options.engine.events()
    this.ended = this.#follow()
  }

  get running(): boolean {
    return this.#live.running
  }

  get questions(): number {
    return this.#live.questions.size
  }

  get clients(): readonly ClientInfo[] {
    const { terminal } = this.#options
    const followers = [...this.#receivers].map(({ client }) => client)
    return terminal ? [terminal, ...followers] : followers
  }

  /** Whether a wish for the screen is meant for whoever sits at the engine itself. */
  isForTerminal(): boolean {
    return this.#commander === undefined || this.#commander === this.#options.terminal
  }

  /** Says hello and everything since the mark, or what to read instead; then what happens from now on. */
  async join(receiver: Receiver, mark: Mark): Promise<() => void> {
    const missed =
      mark.epoch === this.epoch && mark.after !== undefined ? this.#ring.after(mark.after) : undefined
    const readAfter = missed ? undefined : await this.#knownMessage(mark.message)
    const hello: HelloFrame = {
      kind: 'hello',
      sessionId: this.id,
      epoch: this.epoch,
      seq: missed && mark.after !== undefined ? mark.after : this.#ring.seq,
      resumed: missed !== undefined,
      ...(readAfter === undefined ? {} : { readAfter }),
      live: missed ? [] : this.#live.events(),
      client: receiver.client,
      clients: [...this.clients, receiver.client],
    }
    receiver.send(JSON.stringify(hello))
    for (const frame of missed ?? []) receiver.send(frame)
    this.#receivers.add(receiver)
    this.#tellClients()
    return () => this.#leave(receiver)
  }

  /** Accepted when it resolves; rejects with WireProblem or OpError. The same id again is the same op. */
  async send(client: ClientInfo, op: Op, opId?: string): Promise<void> {
    const key = opId === undefined ? undefined : `${client.kind} ${opId}`
    const known = key === undefined ? undefined : this.#ops.get(key)
    if (known !== undefined) return await known
    const done = this.#send(client, op)
    if (key !== undefined) remember(this.#ops, key, done)
    await done
  }

  async #send(client: ClientInfo, op: Op): Promise<void> {
    if (client === this.#options.terminal) return await this.#pass(client, op)
    const { rights } = this.#options
    const question = op.type === 'answer_permission' ? this.#live.questions.get(op.id) : undefined
    checkOp(op, rights, question?.request)
    const line = commandIn(op)
    if (line !== undefined) checkCommand(line, await this.engine.query('commands'), rights)
    await this.#pass(client, limitOp(op, rights))
  }

  async #pass(client: ClientInfo, op: Op): Promise<void> {
    const line = commandIn(op)
    if (op.type === 'answer_permission') return await this.#answer(client, op)
    if (line !== undefined) this.#commander = client
    if (op.type !== 'submit') return await this.engine.send(op)
    const uuid = op.uuid ?? this.#options.newId()
    remember(this.#senders, uuid, client)
    await this.engine.send({ ...op, uuid })
  }

  /** The first answer counts. */
  async #answer(client: ClientInfo, op: Op & { readonly type: 'answer_permission' }): Promise<void> {
    const first = this.#senders.get(op.id)
    if (first) throw new WireProblem('answered', serveText('answered', { name: first.name }))
    remember(this.#senders, op.id, client)
    try {
      await this.engine.send(op)
    } catch (error) {
      this.#senders.delete(op.id)
      throw error
    }
  }

  async #knownMessage(uuid: string | undefined): Promise<string | undefined> {
    if (uuid === undefined) return undefined
    const history = await this.engine.query('history')
    return history.some(message => message.uuid === uuid) ? uuid : undefined
  }

  async #follow(): Promise<void> {
    for await (const event of this.#events) this.#hear(event)
    for (const receiver of this.#receivers) {
      receiver.send(frameText({ kind: 'closed' }))
      receiver.end('closed')
    }
    this.#receivers.clear()
  }

  #hear(event: Event): void {
    if (event.type === 'ui_request') {
      // What comes from the person's editor is for every prompt they may be looking at.
      for (const receiver of this.#receivers)
        if (receiver.client === this.#commander || event.request.kind === 'insert')
          receiver.send(frameText({ kind: 'ui', request: event.request }))
      return
    }
    this.#live.hear(event)
    const by = this.#senderOf(event)
    const frame: EventFrame = { kind: 'event', seq: this.#ring.seq + 1, event, ...(by ? { by } : {}) }
    const text = frameText(frame)
    this.#ring.push(text)
    for (const receiver of this.#receivers) receiver.send(text)
  }

  #senderOf(event: Event): ClientInfo | undefined {
    if (event.type === 'permission_settled') return this.#senders.get(event.id)
    return event.type === 'entry' && event.entry.type === 'user'
      ? this.#senders.get(event.entry.uuid)
      : undefined
  }

  #leave(receiver: Receiver): void {
    if (this.#receivers.delete(receiver)) this.#tellClients()
  }

  #tellClients(): void {
    const { clients } = this
    const text = frameText({ kind: 'clients', clients })
    for (const receiver of this.#receivers) receiver.send(text)
    this.#options.onClients?.(clients)
  }

  /** No longer follows; the session itself goes on. */
  async stop(): Promise<void> {
    await this.#events[Symbol.asyncDispose]()
    await this.ended
  }
}

/** How far the engine goes with what a client says: never further than whoever started the server allows. */
const limitOp = (op: Op, rights: ClientRights): Op => {
  if (op.type === 'submit' || op.type === 'command' || op.type === 'start_workflow')
    return { ...op, authority: rights.settings ? 'owner' : 'client' }
  if (op.type !== 'answer_permission' || op.answer.behavior !== 'allow' || rights.shell) return op
  return { ...op, answer: { ...op.answer, limited: true } }
}

const frameText = (frame: ServerFrame): string => JSON.stringify(frame)

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest)
}
