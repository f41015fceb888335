import { project } from '../features/context/project.ts'
import { errorText } from '../lib/error-text.ts'
import { createNormalizeMemo } from '../loop/normalize.ts'
import type { CompactReport, CompactRequest } from '../protocol/context.ts'
import type { Engine } from '../protocol/engine.ts'
import type { Event } from '../protocol/event.ts'
import type { RewindReport, RewindRequest } from '../protocol/file-history.ts'
import type { Message } from '../protocol/message.ts'
import { type Op, OpError } from '../protocol/op.ts'
import type { Queries, Query } from '../protocol/query.ts'
import type { MoveReport, MoveRequest } from '../protocol/session-tree.ts'
import { TurnStop } from '../protocol/transition.ts'
import { answerQuery, lookAhead } from './answer-query.ts'
import { Broadcast } from './broadcast.ts'
import { CommandDesk } from './commands/command-desk.ts'
import { type Called, calledBy, clearMark, serveCommand } from './commands/commands.ts'
import { runPersonShell } from './commands/person-shell.ts'
import type { EngineConfig } from './config.ts'
import { noteMessages } from './parts/tasks.ts'
import { serveOp } from './serve-op.ts'
import { createParts, type SessionParts } from './session-parts.ts'
import { assembleTurn } from './turn/assemble-turn.ts'
import { brokenReport } from './turn/broken-report.ts'
import { compactConversation } from './turn/compact-conversation.ts'
import { InputQueue, type Submission, toMessage } from './turn/input-queue.ts'
import { runOneTurn } from './turn/turn-runner.ts'

/** At the end, how long a slow disk is waited for. */
const SYNC_MS = 2000

/** One live conversation: the only thing that changes. */
export const createEngine = (config: EngineConfig): Engine => new Conversation(config)

class Conversation implements Engine {
  readonly #parts: SessionParts
  readonly #events = new Broadcast()
  readonly #queue = new InputQueue()
  readonly #memo = createNormalizeMemo()
  #view: readonly Message[]
  /** idle → running; one turn at a time. */
  #running: { readonly controller: AbortController; readonly done: Promise<void> } | undefined
  readonly #commands: CommandDesk
  #closed = false

  constructor(given: EngineConfig) {
    this.#parts = createParts(given, {
      emit: event => void this.#emit(event),
      onNote: () => given.wake && this.#startNext(),
      stop: terminal => this.#running?.controller.abort(new TurnStop(terminal)),
      record: message => this.#record(message),
      take: async messages => {
        this.#view = project([...messages])
        await this.#parts.ports.startFrom(messages)
      },
    })
    // A person sees at once what a changed file does; a program is not kept from its first words.
    if (given.wake) this.#parts.settings.start()
    // A copy: the session grows its own list as messages are recorded.
    this.#view = project([...this.#parts.config.session.messages])
    this.#commands = new CommandDesk({
      parts: this.#parts,
      engine: this,
      isRunning: () => this.#running !== undefined,
      submit: submission => this.#submit(submission),
      serve: submission => this.#serve(submission),
      fork: controller => this.#assemble(controller).fork,
      saveCost: () => this.#saveCost(),
      emit: event => this.#emit(event),
    })
  }

  async send(op: Op): Promise<void> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    switch (op.type) {
      case 'submit':
        return await this.#submit({ ...op, uuid: op.uuid ?? this.#parts.config.means.newId() })
      case 'interrupt':
        if (op.cancelQueued) this.#queue.takeAll()
        this.#commands.interrupt()
        this.#running?.controller.abort()
        return
      case 'take_back':
        return this.#queue.takeBack(op.uuid)
      case 'command':
        return await this.#commands.call(op.line)
      case 'shell':
        return await this.#alone(signal => this.#shell(op, signal), 'Your command can run')
      case 'switch_branch': {
        const report = await this.rewind({ ...op, what: op.what ?? 'both', to: 'end' })
        if (!report.canMove) throw new OpError(report.error)
        return
      }
      case 'bring_back':
        return await this.#alone(() => this.#parts.branches.bringBack(op.messageUuid))
      case 'revert_edit':
        return await this.#alone(() => this.#revertEdit(op.toolUseId), 'An edit can be taken back')
      case 'clear':
        if (this.#running) throw new OpError('A turn is running. Clear the conversation when it is over.')
        return await this.#clear()
      default:
        return await serveOp(op, this.#parts, event => this.#emit(event))
    }
  }

  events(): AsyncIterable<Event> & AsyncDisposable {
    return this.#events.read()
  }

  async query<Q extends Query>(query: Q): Promise<Queries[Q]> {
    return answerQuery(query, {
      ...this.#parts,
      opening: await lookAhead(query, this.#parts.prompt),
      queue: this.#queue,
      running: this.#running !== undefined,
    })
  }

  async rewindFiles(request: RewindRequest): Promise<RewindReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    return await this.#parts.ports.history.rewind(request, { running: this.#running !== undefined })
  }

  async rewind(request: MoveRequest): Promise<MoveReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    const move = () => this.#parts.branches.move(request)
    return await (request.dryRun ? move() : this.#alone(move))
  }

  /** Nothing else may happen to the conversation meanwhile; what comes waits as for a turn. */
  async #alone<T>(work: (signal: AbortSignal) => Promise<T>, what = 'The branch can be changed'): Promise<T> {
    if (this.#running)
      throw new OpError(`${what} when no turn is running: interrupt it, or wait for its end.`)
    const result = Promise.withResolvers<T>()
    this.#occupy(({ signal }) => work(signal).then(result.resolve, result.reject))
    return await result.promise
  }

  #shell(op: Extract<Op, { type: 'shell' }>, signal: AbortSignal): Promise<void> {
    const place = {
      ...this.#parts,
      record: (message: Message) => this.#record(message),
      emit: (event: Event) => this.#emit(event),
    }
    return runPersonShell(place, op, signal)
  }

  async #revertEdit(toolUseId: string): Promise<void> {
    const { revertEdit } = await import('./commands/revert-edit.ts')
    const { book, ports } = this.#parts
    await revertEdit({ book, ports, emit: event => void this.#emit(event) }, toolUseId)
  }

  async compact(request: CompactRequest): Promise<CompactReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    if (request.preview) return await this.#compact(request, new AbortController())
    if (this.#running) throw new OpError('A turn is running. Compact when it has ended, or interrupt it.')
    const report = Promise.withResolvers<CompactReport>()
    this.#occupy(async controller => {
      // Whoever asked is told how it went.
      await this.#compact(request, controller).then(report.resolve, report.reject)
      this.#view = project([...this.#parts.config.session.messages])
    })
    return await report.promise
  }

  async #compact(request: CompactRequest, controller: AbortController): Promise<CompactReport> {
    const refused = await this.#parts.purse.refused(this.#parts.live.model)
    if (refused !== undefined) throw new OpError(refused)
    await this.#parts.prompt.prepare()
    const { place, context } = this.#assemble(controller)
    const view = project([...this.#parts.config.session.messages])
    const { record } = place.deps
    const report = await compactConversation(
      { context, record, view, model: this.#parts.live.model, request, emit: place.emit },
      controller.signal,
    )
    if (!request.preview) await this.#saveCost()
    return report
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running.done
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return
    this.#queue.takeAll()
    this.#commands.interrupt()
    this.#running?.controller.abort()
    await this.idle()
    this.#closed = true
    await this.#parts.settings[Symbol.asyncDispose]()
    await Promise.all([
      this.#parts.context.stop(),
      this.#parts.instructions.stop(),
      this.#parts.memory.stop(),
      this.#parts.asides.stop(),
    ])
    await this.#parts.tasks[Symbol.asyncDispose]()
    await this.#parts.ports.processes[Symbol.asyncDispose]()
    await this.#parts.ports.history.settle()
    this.#parts.ports.history[Symbol.dispose]()
    await this.#parts.ports.files.settle(SYNC_MS)
    this.#parts.warmUp.stop()
    this.#events.close()
    await this.#parts.config.session[Symbol.asyncDispose]()
  }

  #watchAndEmit(event: Event): Promise<void> | undefined {
    if (event.type === 'usage') this.#parts.warmUp.stop()
    if (event.type === 'entry') this.#parts.cache.see(event.entry)
    const compacted =
      event.type === 'entry' && event.entry.type === 'system' && event.entry.subtype === 'compact_boundary'
    if (!compacted) return this.#emit(event)
    this.#parts.context.settle()
    return Promise.all([this.#parts.ports.forgetShown(), this.#parts.prompt.prepare()]).then(() =>
      this.#emit(event),
    )
  }

  #emit(event: Event): Promise<void> | undefined {
    return this.#events.emit(event)
  }

  async #submit(submission: Submission): Promise<void> {
    // Refuses a command nobody knows before it waits in the queue.
    calledBy(submission)
    const { insteadOf } = submission
    if (insteadOf !== undefined) await this.#alone(() => this.#parts.branches.leaveFor(insteadOf))
    if (submission.query === false && !this.#running) return await this.#say(submission)
    this.#queue.add(submission)
    this.#startNext()
  }

  #startNext(): void {
    if (this.#running || this.#closed) return
    const next = this.#queue.next()
    if (!next && !(this.#parts.config.wake && this.#parts.tasks.hasNotes)) return
    this.#serve(next)
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
    if (submission?.query === false) return await this.#say(submission)
    const called = submission && calledBy(submission)
    const asked = called ? await this.#runCommand(called, submission, controller) : submission
    if (called && !asked) return
    const said = [
      ...noteMessages(this.#parts.tasks, this.#parts.config),
      ...(asked ? [toMessage(asked, this.#parts.config.means)] : []),
    ]
    await this.#parts.prompt.prepare()
    const turn = this.#assemble(controller)
    if (!called) await this.#emit({ type: 'turn_started', turn: turn.info(said.at(-1)?.uuid ?? '') })
    await this.#parts.ports.history.settle()
    this.#parts.memory.startTurn(said)
    this.#parts.asides.cancel()
    const news = [...(await this.#parts.attachments('turn')), ...this.#parts.plan.news()]
    for (const message of [...news, ...said]) await this.#record(message)
    await this.#parts.purse.open(this.#parts.live.model)
    const { view, terminal, report } = await runOneTurn(
      turn.place,
      { view: this.#view, model: this.#parts.live.model },
      controller,
    )
    this.#view = view
    await this.#saveCost()
    await this.#parts.cache.save()
    this.#parts.config.session.sync()
    await this.#emit({
      type: 'turn_ended',
      terminal,
      report: { ...report, queued: this.#queue.uuids.length },
    })
    if (terminal.kind === 'completed')
      this.#parts.memory.endTurn({ view, model: this.#parts.live.model, fork: turn.fork })
  }

  #saveCost(): Promise<void> {
    const { session } = this.#parts.config
    return session.note({ type: 'cost-state', cost: this.#parts.accounts.cost, sessionId: session.id })
  }

  #assemble(controller: AbortController): ReturnType<typeof assembleTurn> {
    return assembleTurn({
      ...this.#parts,
      memo: this.#memo,
      onRequest: () => {
        this.#parts.warmUp.start()
        this.#parts.settings.start()
        this.#parts.memory.beforeRequest()
      },
      controller,
      attach: () => this.#attach(),
      grant: updates => this.#parts.settings.grant(updates),
      emit: event => this.#watchAndEmit(event),
      queued: () => this.#queue.uuids.length,
    })
  }

  /** A turn without the model; or what the command wants it to be asked. */
  async #runCommand(
    called: Called,
    submission: Submission,
    controller: AbortController,
  ): Promise<Submission | undefined> {
    const text = await serveCommand(called, {
      config: this.#parts.config,
      live: this.#parts.live,
      accounts: this.#parts.accounts,
      uuid: submission.uuid,
      screen: submission.screen === true,
      queued: () => this.#queue.uuids.length,
      emit: event => this.#emit(event),
      // What waits for the end of a turn elsewhere is at its turn here.
      host: this.#commands.host(controller, {
        query: query => this.query(query),
        send: op => (op.type === 'clear' ? this.#clear() : this.send(op)),
        compact: request => this.#compact(request, controller),
        // The command is all that runs.
        rewind: request => this.#parts.branches.move(request),
        rewindFiles: request => this.#parts.ports.history.rewind(request, { running: false }),
      }),
    })
    this.#view = project([...this.#parts.config.session.messages])
    await this.#parts.cache.save()
    return text === undefined ? undefined : { ...submission, content: text }
  }

  /** The session file could not be written, or we made a mistake: said at once, with what is on disk as the truth. */
  async #failTurn(error: unknown): Promise<void> {
    this.#view = project([...this.#parts.config.session.messages])
    const message = errorText(error)
    this.#parts.config.means.log?.(
      `turn failed: ${error instanceof Error ? (error.stack ?? message) : message}`,
    )
    const report = brokenReport(message, this.#parts.accounts, this.#queue.uuids.length)
    await this.#emit({
      type: 'turn_ended',
      terminal: { kind: 'model_error', message, error: 'unknown' },
      report,
    })
  }

  async #record(message: Message): Promise<void> {
    this.#parts.ports.history.see(message)
    this.#parts.review.see(message)
    this.#parts.prompt.see(message)
    this.#parts.cache.see(message)
    this.#parts.book.see(message)
    const entry = await this.#parts.config.session.record(message)
    this.#view = this.#view.concat(message)
    await this.#emit({ type: 'entry', entry })
  }

  async #clear(): Promise<void> {
    const { tokens } = await this.query('context')
    this.#parts.ports.state.set('todos', undefined)
    await this.#record(clearMark(this.#parts.config.means, tokens))
    for (const part of [this.#parts.plan, this.#parts.review, this.#parts.context]) part.take([])
    this.#view = project([...this.#parts.config.session.messages])
    await this.#parts.ports.startFrom([])
  }

  #say(submission: Submission): Promise<void> {
    return this.#record(toMessage(submission, this.#parts.config.means))
  }

  /** News from background work; and what waits may join the running turn, when the front end wants it so. */
  async #attach(): Promise<readonly Message[]> {
    const news = [
      ...this.#parts.plan.news(),
      ...noteMessages(this.#parts.tasks, this.#parts.config),
      ...(await this.#parts.attachments('round')),
    ]
    if (this.#parts.config.queued === 'next-turn') return news
    const joining = this.#queue.takeJoining(item => calledBy(item) !== undefined)
    return [...news, ...joining.map(item => toMessage(item, this.#parts.config.means))]
  }
}
