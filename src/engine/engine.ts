import type { CompactReport, CompactRequest } from '../protocol/context.ts'
import type { Engine } from '../protocol/engine.ts'
import type { Event } from '../protocol/event.ts'
import type { RewindReport, RewindRequest } from '../protocol/file-history.ts'
import type { Message } from '../protocol/message.ts'
import { type Op, OpError } from '../protocol/op.ts'
import type { Queries, Query } from '../protocol/query.ts'
import type { MoveReport, MoveRequest } from '../protocol/session-tree.ts'
import { TurnStop } from '../protocol/transition.ts'
import { Broadcast } from './broadcast.ts'
import { clearMark } from './commands/clear-mark.ts'
import { type Called, calledBy } from './commands/commands.ts'
import { duringCommand } from './commands/during-command.ts'
import { createSkillLookup, type SkillLookup } from './commands/skill-lookup.ts'
import type { EngineConfig } from './config.ts'
import { type ConversationParts, createConversation } from './conversation.ts'
import { noteMessages } from './parts/tasks.ts'
import type { OpHandlers, Part } from './scope.ts'
import type { Session } from './session.ts'
import { type AssembledTurn, assembleTurn } from './turn/assemble-turn.ts'
import { attachNews } from './turn/attach-news.ts'
import { brokenTurn } from './turn/broken-turn.ts'
import { compactThread } from './turn/compact-thread.ts'
import { InputQueue, messagesOf, type Submission, toMessage } from './turn/input-queue.ts'
import { turnInfo } from './turn/turn-info.ts'
import { runOneTurn } from './turn/turn-runner.ts'

/** Parts of whoever opens a conversation, behind our own; with what its threads share, contributions among it. */
export type MoreParts = (session: Session) => readonly Part[]

/** One live conversation: the only thing that changes. */
export const createEngine = (config: EngineConfig, more: MoreParts = () => []): Engine =>
  new Conversation(config, more)

interface Hearing {
  /** What the model would be asked. */
  readonly asked: Submission
  /** What was said. */
  readonly submission: Submission | undefined
  readonly called: Called | undefined
}

class Conversation implements Engine {
  readonly #parts: ConversationParts
  readonly #events = new Broadcast()
  readonly #queue = new InputQueue()
  /** idle → running; one turn at a time. */
  #running: { readonly controller: AbortController; readonly done: Promise<void> } | undefined
  readonly #opened: Promise<void>
  #closed = false
  readonly #lookup: SkillLookup

  constructor(given: EngineConfig, more: MoreParts) {
    this.#parts = createConversation(given, {
      engine: this,
      own: this.#own(),
      emit: event => this.#events.emit(event),
      onNote: () => given.wake && this.#startNext(),
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
    this.#lookup = createSkillLookup(this.#parts.session)
    const { scope, config } = this.#parts.thread
    for (const part of more(this.#parts.session)) scope.add(part)
    this.#opened = scope.restarted([...config.session.messages], 'resume')
    this.#opened.catch(() => undefined) // Whoever needs it hears of a failure.
  }

  async send(op: Op): Promise<void> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    await this.#parts.thread.scope.serve(op)
  }

  /** What the engine sees to itself: it begins, ends or changes the conversation. */
  #own(): Part {
    const ops: OpHandlers = {
      submit: op => this.#submit({ ...op, uuid: op.uuid ?? this.#runtime.newId() }),
      interrupt: ({ cancelQueued }) => {
        if (cancelQueued) this.#queue.takeAll()
        this.#parts.desk.interrupt()
        this.#running?.controller.abort()
      },
      take_back: ({ uuid }) => this.#queue.takeBack(uuid),
      clear: async () => {
        this.#mustBeIdle("Can't clear the conversation")
        await this.#clear()
      },
    }
    return { ops, answers: { queue: () => this.#queue.uuids } }
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

  async rewindFiles(request: RewindRequest): Promise<RewindReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    const running = this.#running !== undefined
    return await this.#parts.session.shared.history.rewind(request, { running })
  }

  async rewind(request: MoveRequest): Promise<MoveReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    const move = () => this.#parts.branches.move(request)
    return await (request.dryRun ? move() : this.#alone(move))
  }

  /** Nothing else may happen to the conversation meanwhile; what comes waits as for a turn. */
  async #alone<T>(
    work: (controller: AbortController) => Promise<T>,
    what = "Can't switch branches",
  ): Promise<T> {
    this.#mustBeIdle(what)
    const result = Promise.withResolvers<T>()
    // Whoever asked is told how it went.
    this.#occupy(controller => work(controller).then(result.resolve, result.reject))
    return await result.promise
  }

  async compact(request: CompactRequest): Promise<CompactReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    if (request.preview) return await this.#compact(request, new AbortController())
    return await this.#alone(controller => this.#compact(request, controller), "Can't compact")
  }

  #mustBeIdle(what: string): void {
    if (this.#running)
      throw new OpError(`${what} while a turn is running. Interrupt it, or wait for it to end.`)
  }

  #compact(request: CompactRequest, controller: AbortController): Promise<CompactReport> {
    const assemble = () => this.#assemble(controller)
    return compactThread(this.#parts.thread, { request, controller, assemble })
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running.done
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return
    this.#queue.takeAll()
    this.#parts.desk.interrupt()
    this.#running?.controller.abort()
    await this.idle()
    this.#closed = true
    const { thread, session } = this.#parts
    await thread.scope[Symbol.asyncDispose]()
    await session.scope[Symbol.asyncDispose]()
    this.#events.close()
    await thread.config.session[Symbol.asyncDispose]()
  }

  async #submit(submission: Submission): Promise<void> {
    const { loading } = this.#parts.session.mcp
    if (loading) await loading
    // Refuses a command nobody knows before it waits in the queue.
    const looking = this.#lookup.before(submission)
    if (looking !== undefined) await looking
    this.#calledBy(submission)
    const { insteadOf } = submission
    if (insteadOf !== undefined) await this.#alone(() => this.#parts.branches.leaveFor(insteadOf))
    if (submission.query === false && !this.#running)
      return await this.#record(toMessage(submission, this.#runtime))
    this.#queue.add(submission)
    this.#startNext()
  }

  #calledBy(submission: Submission): Called | undefined {
    return calledBy(submission, this.#parts.session.contributions.commands())
  }

  #startNext(): void {
    if (this.#running || this.#closed) return
    const next = this.#queue.next()
    const { config, shared } = this.#parts.session
    if (next || (config.wake && shared.tasks.hasNotes)) this.#serve(next)
  }

  #serve(next: Submission | undefined): void {
    this.#occupy(controller => this.#runTurn(next, controller).catch(error => this.#failTurn(error)))
  }

  /** One thing at a time; what waits is next. */
  #occupy(work: (controller: AbortController) => Promise<void>): void {
    const controller = new AbortController()
    const done = work(controller).finally(() => {
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
    const asked = called ? await this.#parts.desk.serve(called, submission, controller) : submission
    if (called && !asked) return
    const { thread, session, life } = this.#parts
    const { scope, config, live } = thread
    const early = asked ? [] : noteMessages(session.shared.tasks, config)
    const uuid = asked?.uuid ?? early.at(-1)?.uuid ?? ''
    await session.mcp.ready()
    if (!called) await thread.emit({ type: 'turn_started', turn: turnInfo(thread, uuid) })
    await this.#opened
    await life.begin()
    const heard = asked && (await this.#hear({ asked, submission, called }, controller.signal))
    if (heard?.refused !== undefined) return await this.#refuse(heard.refused)
    const notes = asked ? noteMessages(session.shared.tasks, config) : early
    const opening = asked ? life.opening() : []
    const said = heard ? [...notes, ...opening, ...messagesOf(heard.prompt, this.#runtime)] : notes
    await scope.turnStarts({ said })
    const turn = this.#assemble(controller, said)
    for (const message of [...(await thread.news('turn')), ...said]) await this.#record(message)
    for (const message of await thread.mentions.of(said, controller.signal)) await this.#record(message)
    for (const message of await thread.mentions.named(asked?.skills ?? [], controller.signal))
      await this.#record(message)
    await session.purse.open(live.model)
    const start = { view: config.session.view(), model: thread.grants.model() ?? live.model }
    const { terminal, report } = await runOneTurn(turn.options, start, controller)
    await scope.turnEnded({ terminal, view: config.session.view(), model: live.model, fork: turn.fork })
    config.session.sync()
    await thread.emit({
      type: 'turn_ended',
      terminal,
      report: { ...report, queued: this.#queue.uuids.length },
    })
  }

  /** What hooks say about a prompt, and about what a command made of it. */
  async #hear(
    { asked, submission, called }: Hearing,
    signal: AbortSignal,
  ): Promise<{ readonly refused: string } | { readonly refused?: undefined; readonly prompt: Submission }> {
    const { promptHooks } = this.#parts
    const typed = await promptHooks.submitted(called && submission ? submission : asked, signal)
    if (typed.refused !== undefined) return typed
    if (!called) return typed
    const { command, args } = called
    const said = typeof asked.content === 'string' ? asked.content : ''
    const prompt = asked.skills?.map(({ text }) => text).join('\n\n') ?? said
    const expansion = { type: 'slash_command', name: command.name, args, prompt } as const
    const { refused } = await promptHooks.expanded(expansion, signal)
    return refused === undefined ? { prompt: asked } : { refused }
  }

  /** What was asked is not part of the conversation, and the model does not hear of it. */
  async #refuse(why: string): Promise<void> {
    const { thread } = this.#parts
    thread.grants.clear()
    await thread.emit({ type: 'notice', level: 'warning', text: why })
    const end = brokenTurn(why, thread, this.#queue.uuids.length)
    if (end.type === 'turn_ended')
      await thread.emit({ ...end, terminal: { kind: 'hook_stopped', message: why } })
  }

  #assemble(controller: AbortController, said: readonly Message[] = []): AssembledTurn {
    return assembleTurn({
      thread: this.#parts.thread,
      controller,
      said,
      attach: () => attachNews(this.#parts, this.#queue, controller.signal),
      queued: () => this.#queue.uuids.length,
    })
  }

  /** The session file could not be written, or we made a mistake: said at once, with what is on disk as the truth. */
  async #failTurn(error: unknown): Promise<void> {
    this.#runtime.log?.(`turn failed: ${(error instanceof Error && error.stack) || String(error)}`)
    await this.#events.emit(brokenTurn(error, this.#parts.thread, this.#queue.uuids.length))
  }

  async #record(message: Message): Promise<void> {
    await this.#events.emit({ type: 'entry', entry: await this.#parts.thread.record(message) })
  }

  async #clear(): Promise<void> {
    const { tokens } = await this.query('context')
    await this.#record(clearMark(this.#runtime, tokens))
  }
}
