import { onlyOnce } from '../lib/async-queue.ts'
import type { CompactReport, CompactRequest } from '../protocol/context.ts'
import type { Engine } from '../protocol/engine.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { type BusyRow, turnText } from '../protocol/messages/engine/turn.ts'
import { type Op, OpError } from '../protocol/op.ts'
import type { Queries, Query } from '../protocol/query.ts'
import type { RewindReport, RewindRequest } from '../protocol/session/file-history.ts'
import type { MoveReport, MoveRequest } from '../protocol/session/session-tree.ts'
import { TurnStop } from '../protocol/transition.ts'
import { Broadcast } from './broadcast.ts'
import { createKnowNames, type KnowNames } from './commands/known-names.ts'
import { duringCommand } from './commands/limit-host.ts'
import type { EngineConfig } from './config.ts'
import { type ConversationParts, createConversation } from './conversation.ts'
import type { OpHandlers, Part } from './scope.ts'
import { clearMark } from './session-file/clear-mark.ts'
import type { Session } from './session-parts.ts'
import { type AssembledTurn, assembleTurn } from './turn/assemble-turn.ts'
import { joiningOf } from './turn/attach-news.ts'
import { failedTurn } from './turn/broken-turn.ts'
import { type Called, calledBy } from './turn/called-command.ts'
import { compactThread } from './turn/compact-thread.ts'
import { InputQueue, type Submission, toMessage } from './turn/input-queue.ts'
import { serveTurn } from './turn/serve-turn.ts'
import { spoken, withOpening } from './turn/silent-prompt.ts'

/** Parts of whoever opens a conversation, behind our own; with what its threads share, contributions among it. */
export type MoreParts = (session: Session) => readonly Part[]

/** One live conversation: the only thing that changes. */
export const createEngine = (config: EngineConfig, more: MoreParts = () => []): Engine =>
  new Conversation(config, more)

class Conversation implements Engine {
  readonly #parts: ConversationParts
  readonly #events: Broadcast
  readonly #queue = new InputQueue()
  /** idle → running; one turn at a time. */
  #running: { readonly controller: AbortController; readonly done: Promise<void> } | undefined
  readonly #opened: Promise<void>
  #closed = false
  readonly #knowNames: KnowNames

  constructor(given: EngineConfig, more: MoreParts) {
    this.#events = new Broadcast(given.session.shown, event => given.watch?.happened(event))
    this.#parts = createConversation(given, {
      engine: this,
      own: this.#own(),
      emit: event => this.#events.emit(event),
      onNote: () => this.#startNext(),
      stop: terminal => this.#running?.controller.abort(new TurnStop(terminal)),
      record: message => this.#record(message),
      alone: (work, what) => this.#alone(({ signal }) => work(signal), what),
      isRunning: () => this.#running !== undefined,
      submit: submission => this.#submit(submission),
      serve: submission => this.#serve(submission),
      fork: controller => this.#assemble(controller).fork,
      duringCommand: controller =>
        duringCommand(this, this.#parts, {
          clear: () => this.#clear(),
          compact: request => this.#compact(request, controller),
        }),
      queued: () => this.#queue.uuids.length,
    })
    this.#knowNames = createKnowNames(this.#parts.session)
    const { scope, config } = this.#parts.thread
    for (const part of more(this.#parts.session)) scope.add(part)
    this.#opened = scope.restarted([...config.session.messages], 'resume')
    this.#opened.catch(() => undefined) // Whoever needs it hears of a failure.
  }

  async send(op: Op): Promise<void> {
    // Hooks also run at the end, and somebody may have to answer for them.
    if (this.#closed && op.type !== 'answer_hook') throw new OpError(turnText('closed'))
    await this.#parts.thread.scope.serve(op)
  }

  /** What the engine sees to itself: it begins, ends or changes the conversation. */
  #own(): Part {
    const ops: OpHandlers = {
      submit: op => this.#submit({ ...op, uuid: op.uuid ?? this.#runtime.newId() }),
      interrupt: ({ cancelQueued }) => {
        if (cancelQueued) this.#queue.takeAll()
        this.#interrupt()
      },
      hear_news: () => this.#startNext({ news: true }),
      take_back: ({ uuid }) => this.#queue.takeBack(uuid),
      clear: async () => {
        this.#mustBeIdle('busy_clear')
        await this.#clear()
      },
    }
    return { ops, answers: { queue: () => this.#queue.uuids } }
  }

  #interrupt(): void {
    this.#parts.desk.interrupt()
    this.#parts.thread.scope.interrupted()
    this.#running?.controller.abort()
  }

  get #runtime(): EngineConfig['runtime'] {
    return this.#parts.session.config.runtime
  }

  events(): AsyncIterable<Event> & AsyncDisposable {
    return this.#events.read()
  }

  query<Q extends Query>(query: Q): Promise<Queries[Q]> {
    return this.#parts.thread.scope.answer(query)
  }

  readonly look: Engine['look'] = (...wanted) => this.#parts.thread.scope.look(...wanted)

  async rewindFiles(request: RewindRequest): Promise<RewindReport> {
    if (this.#closed) throw new OpError(turnText('closed'))
    return await this.#parts.session.shared.history.rewind(request, { running: this.#running !== undefined })
  }

  async rewind(request: MoveRequest): Promise<MoveReport> {
    if (this.#closed) throw new OpError(turnText('closed'))
    const move = () => this.#parts.branches.move(request)
    return await (request.dryRun ? move() : this.#alone(move))
  }

  /** Nothing else may happen to the conversation meanwhile; what comes waits as for a turn. */
  async #alone<T>(work: (by: AbortController) => Promise<T>, what: BusyRow = 'busy_branch'): Promise<T> {
    this.#mustBeIdle(what)
    const result = Promise.withResolvers<T>()
    // Whoever asked is told how it went, once something else can be done.
    this.#occupy(controller => work(controller).then(result.resolve, result.reject))
    return (await Promise.all([result.promise, this.#running?.done]))[0]
  }

  async compact(request: CompactRequest): Promise<CompactReport> {
    if (this.#closed) throw new OpError(turnText('closed'))
    if (request.preview) return await this.#compact(request, new AbortController())
    return await this.#alone(controller => this.#compact(request, controller), 'busy_compact')
  }

  #mustBeIdle(what: BusyRow): void {
    if (this.#running) throw new OpError(turnText(what))
  }

  #compact(request: CompactRequest, controller: AbortController): Promise<CompactReport> {
    const assemble = () => this.#assemble(controller)
    return compactThread(this.#parts.thread, { request, controller, assemble })
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running.done
  }

  readonly [Symbol.asyncDispose] = onlyOnce(async () => {
    this.#queue.close()
    this.#interrupt()
    await this.idle()
    this.#closed = true
    const { thread, session } = this.#parts
    await thread.scope[Symbol.asyncDispose]()
    await session.scope[Symbol.asyncDispose]()
    this.#events.close()
    await thread.config.session[Symbol.asyncDispose]()
  })

  async #submit(given: Submission): Promise<void> {
    const submission = withOpening(given, this.#parts.session.config)
    if (this.#parts.session.mcp.loading !== undefined) await this.#parts.session.mcp.loading
    // Refuses a command nobody knows before it waits in the queue.
    const looking = this.#knowNames(submission)
    if (looking !== undefined) await looking
    this.#calledBy(submission)
    const { insteadOf } = submission
    if (insteadOf !== undefined) await this.#alone(() => this.#parts.branches.leaveFor(insteadOf))
    if (submission.query === false && !this.#running)
      return await this.#record(toMessage(submission, this.#runtime))
    this.#queue.add(submission)
    if (submission.when === 'now' && this.#running) this.#interrupt()
    this.#parts.session.work.schedules.ring('message')
    this.#startNext()
  }

  #calledBy(submission: Submission): Called | undefined {
    return calledBy(submission, this.#parts.session.contributions.commands())
  }

  #startNext({ news = false } = {}): void {
    if (this.#running || this.#queue.isClosed) return
    const next = this.#queue.next()
    if (next || this.#parts.session.tasks.startTurn({ news })) this.#serve(next)
  }

  #serve(next: Submission | undefined): void {
    const fail = (error: unknown) =>
      this.#events.emit(failedTurn(error, this.#parts.thread, this.#queue.uuids.length))
    this.#occupy(controller => this.#runTurn(next, controller).catch(fail))
  }

  /** One thing at a time; what waits is next. */
  #occupy(work: (controller: AbortController) => Promise<void>): void {
    const controller = new AbortController()
    const done = work(controller).finally(() => {
      this.#parts.session.tasks.returnUnrecorded()
      this.#running = undefined
      this.#startNext()
    })
    this.#running = { controller, done }
  }

  /** Without a submission it is news from background work that starts the turn. */
  async #runTurn(submission: Submission | undefined, controller: AbortController): Promise<void> {
    if (submission?.query === false) return await this.#record(toMessage(submission, this.#runtime))
    await this.#parts.session.skills.ready()
    const called = submission && this.#calledBy(submission)
    const asked = called ? await this.#parts.desk.serve(called, submission, controller) : spoken(submission)
    if (called && !asked) return
    await serveTurn(
      this.#parts,
      { submission, called, asked },
      {
        controller,
        opened: this.#opened,
        queued: () => this.#queue.uuids.length,
        record: message => this.#record(message),
        assemble: said => this.#assemble(controller, said),
      },
    )
  }

  #assemble(controller: AbortController, said: readonly Message[] = []): AssembledTurn {
    return assembleTurn({
      thread: this.#parts.thread,
      controller,
      said,
      ...joiningOf(this.#parts, this.#queue, controller.signal),
      queued: () => this.#queue.uuids.length,
    })
  }

  async #record(message: Message): Promise<void> {
    await this.#events.emit({ type: 'entry', entry: await this.#parts.thread.record(message) })
  }

  async #clear(): Promise<void> {
    await this.#record(clearMark(this.#runtime, (await this.query('context')).tokens))
  }
}
