import { EMPTY_COST } from '../features/models/pricing.ts'
import type { TaskRegistry } from '../features/tasks/task-registry.ts'
import { AsyncQueue } from '../lib/async-queue.ts'
import { createNormalizeMemo } from '../loop/normalize.ts'
import type { Engine } from '../protocol/engine.ts'
import type { Event, TurnReport } from '../protocol/event.ts'
import type { RewindReport, RewindRequest } from '../protocol/file-history.ts'
import type { Message, UserMessage } from '../protocol/message.ts'
import { type Op, OpError } from '../protocol/op.ts'
import type { PermissionMode } from '../protocol/permission.ts'
import type { Queries, Query } from '../protocol/query.ts'
import { Accounts, isPriced, PRICE_HINT } from './accounts.ts'
import { answerQuery } from './answer-query.ts'
import { assembleTurn } from './assemble-turn.ts'
import type { EngineConfig, Live } from './config.ts'
import { InputQueue, type Submission } from './input-queue.ts'
import { createLive, modeRefused } from './live.ts'
import { PermissionDesk } from './permission-desk.ts'
import { createResultBudget, type ResultBudget } from './result-budget.ts'
import { runOneTurn } from './turn-runner.ts'
import { createWarmUp, type WarmUp } from './warm-up.ts'
import { resultsDirectory } from './wire/own-places.ts'
import { createGate, type Gate } from './wire/permissions.ts'
import { createSessionPlan, type SessionPlan } from './wire/plan.ts'
import { createPorts, type Ports } from './wire/ports.ts'
import { createSessionReview, type SessionReview } from './wire/review.ts'
import { createSessionSettings } from './wire/session-settings.ts'
import type { SessionSettings } from './wire/settings.ts'
import { createSideRequest } from './wire/side-request.ts'
import { createTasks, noteMessages, stopTask } from './wire/tasks.ts'
import { createToolset, type Toolset } from './wire/toolset.ts'

/** One live conversation: the only thing that changes. */
export const createEngine = (config: EngineConfig): Engine => new Conversation(config)

class Conversation implements Engine {
  readonly #config: EngineConfig
  readonly #readers = new Set<AsyncQueue<Event>>()
  readonly #queue = new InputQueue()
  readonly #desk: PermissionDesk
  readonly #accounts: Accounts
  readonly #memo = createNormalizeMemo()
  readonly #live: Live
  readonly #ports: Ports
  readonly #tasks: TaskRegistry
  readonly #gate: Gate
  readonly #toolset: Toolset
  readonly #results: ResultBudget
  readonly #warmUp: WarmUp
  readonly #settings: SessionSettings
  readonly #plan: SessionPlan
  readonly #review: SessionReview
  #view: readonly Message[]
  /** idle → running; one turn at a time. */
  #running: { readonly controller: AbortController; readonly done: Promise<void> } | undefined
  #closed = false

  constructor(config: EngineConfig) {
    this.#config = config
    // A copy: the session grows its own list as messages are recorded.
    this.#view = [...config.session.messages]
    this.#desk = new PermissionDesk(event => void this.#emit(event))
    this.#accounts = new Accounts({
      cost: config.session.cost ?? EMPTY_COST,
      budgetUsd: config.limits.maxBudgetUsd,
      rows: config.models.rows,
    })
    this.#live = createLive(config, (mode, before) => this.#onMode(mode, before))
    this.#plan = createSessionPlan({
      config,
      live: this.#live,
      onTold: () => this.#toolset.loadFor('plan'),
      warn: text => void this.#emit({ type: 'notice', level: 'warning', text }),
    })
    this.#review = createSessionReview({
      config,
      live: this.#live,
      request: createSideRequest(config, call => this.#accounts.book(call, 'side')),
      prompts: this.#plan.prompts,
    })
    this.#gate = createGate(config, this.#live, this.#plan.file)
    this.#warmUp = createWarmUp(() => config.tools, this.#gate)
    this.#results = createResultBudget(() => resultsDirectory(config))
    this.#toolset = createToolset({
      tools: () => config.tools,
      loaded: config.session.loadedTools,
      onLoad: (all, added) => this.#noteLoaded(all, added),
    })
    this.#tasks = createTasks(config, {
      emit: event => void this.#emit(event),
      onNote: () => config.wake && this.#startNext(),
    })
    this.#ports = createPorts({
      config,
      tasks: this.#tasks,
      toolset: this.#toolset,
      plan: this.#plan.port,
      live: this.#live,
      gate: this.#gate,
      onCwd: cwd => config.session.setCwd(cwd),
      emit: event => void this.#emit(event),
      book: call => this.#accounts.book(call, 'side'),
    })
    this.#settings = createSessionSettings({
      config,
      live: this.#live,
      ports: this.#ports,
      desk: this.#desk,
      emit: event => void this.#emit(event),
    })
  }

  async send(op: Op): Promise<void> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    switch (op.type) {
      case 'submit':
        return await this.#submit({ ...op, uuid: op.uuid ?? this.#config.means.newId() })
      case 'interrupt':
        if (op.cancelQueued) this.#queue.takeAll()
        this.#running?.controller.abort()
        return
      case 'set_model':
        return await this.#setModel(op.model)
      case 'set_mode':
        return await this.#setMode(op.mode)
      case 'answer_permission':
        return this.#desk.answer(op.id, op.answer)
      case 'stop_task':
        return await stopTask(this.#tasks, op.taskId)
      case 'move_to_background':
        this.#ports.processes.moveToBackground(op.toolUseId)
        return
      case 'set_title':
        return await this.#config.session.note({
          type: 'custom-title',
          customTitle: op.title,
          sessionId: this.#config.session.id,
        })
    }
  }

  events(): AsyncIterable<Event> & AsyncDisposable {
    const reader = new AsyncQueue<Event>()
    this.#readers.add(reader)
    if (this.#closed) reader.close()
    return reader
  }

  async query<Q extends Query>(query: Q): Promise<Queries[Q]> {
    return answerQuery(query, {
      config: this.#config,
      live: this.#live,
      queue: this.#queue,
      accounts: this.#accounts,
      tasks: this.#tasks,
      running: this.#running !== undefined,
    })
  }

  async rewindFiles(request: RewindRequest): Promise<RewindReport> {
    if (this.#closed) throw new OpError('The conversation is closed.')
    return await this.#ports.history.rewind(request, { running: this.#running !== undefined })
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running.done
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return
    this.#queue.takeAll()
    this.#running?.controller.abort()
    await this.idle()
    this.#closed = true
    await this.#settings[Symbol.asyncDispose]()
    await this.#tasks[Symbol.asyncDispose]()
    await this.#ports.processes[Symbol.asyncDispose]()
    await this.#ports.history.settle()
    this.#ports.history[Symbol.dispose]()
    this.#warmUp.stop()
    for (const reader of this.#readers) reader.close()
    await this.#config.session[Symbol.asyncDispose]()
  }

  #watchAndEmit(event: Event): Promise<void> | undefined {
    if (event.type === 'usage') this.#warmUp.stop()
    const compacted =
      event.type === 'entry' && event.entry.type === 'system' && event.entry.subtype === 'compact_boundary'
    return compacted ? this.#ports.forgetShown().then(() => this.#emit(event)) : this.#emit(event)
  }

  /** Resolves when the slowest reader has caught up; nobody waits when all keep pace. */
  #emit(event: Event): Promise<void> | undefined {
    let behind: Promise<void> | undefined
    for (const reader of this.#readers) {
      if (reader.closed) this.#readers.delete(reader)
      const wait = reader.push(event)
      if (wait) behind = behind ? Promise.all([behind, wait]).then(() => undefined) : wait
    }
    return behind
  }

  async #submit(submission: Submission): Promise<void> {
    if (submission.query === false && !this.#running) return await this.#say(submission)
    this.#queue.add(submission)
    this.#startNext()
  }

  #startNext(): void {
    if (this.#running || this.#closed) return
    const next = this.#queue.next()
    if (!next && !(this.#config.wake && this.#tasks.hasNotes)) return
    const controller = new AbortController()
    const done = this.#runTurn(next, controller)
      .catch(error => this.#failTurn(error))
      .finally(() => {
        this.#running = undefined
        this.#startNext()
      })
    this.#running = { controller, done }
  }

  /** Without a submission it is news from background work that starts the turn. */
  async #runTurn(submission: Submission | undefined, controller: AbortController): Promise<void> {
    if (submission?.query === false) return await this.#say(submission)
    const said = [
      ...noteMessages(this.#tasks, this.#config),
      ...(submission ? [this.#toMessage(submission)] : []),
    ]
    const turn = assembleTurn({
      config: this.#config,
      live: this.#live,
      memo: this.#memo,
      accounts: this.#accounts,
      desk: this.#desk,
      plan: this.#plan,
      review: this.#review,
      ports: this.#ports,
      onRequest: () => {
        this.#warmUp.start()
        this.#settings.start()
      },
      gate: this.#gate,
      toolset: this.#toolset,
      results: this.#results,
      controller,
      attach: () => this.#attach(),
      grant: updates => this.#settings.grant(updates),
      emit: event => this.#watchAndEmit(event),
      queued: () => this.#queue.uuids.length,
    })
    await this.#emit({ type: 'turn_started', turn: turn.info(said.at(-1)?.uuid ?? '') })
    await this.#ports.history.settle()
    for (const message of [...turn.opening(this.#view), ...this.#plan.news(), ...said])
      await this.#record(message)
    const { view, terminal, report } = await runOneTurn(
      turn.place,
      { view: this.#view, model: this.#live.model },
      controller,
    )
    this.#view = view
    await this.#config.session.note({
      type: 'cost-state',
      cost: report.cost,
      sessionId: this.#config.session.id,
    })
    this.#config.session.sync()
    await this.#emit({
      type: 'turn_ended',
      terminal,
      report: { ...report, queued: this.#queue.uuids.length },
    })
  }

  /** The session file could not be written, or we made a mistake: said at once, with what is on disk as the truth. */
  async #failTurn(error: unknown): Promise<void> {
    this.#view = [...this.#config.session.messages]
    const message = error instanceof Error ? error.message : String(error)
    this.#config.means.log?.(`turn failed: ${error instanceof Error ? (error.stack ?? message) : message}`)
    const report = brokenReport(message, this.#accounts, this.#queue.uuids.length)
    await this.#emit({
      type: 'turn_ended',
      terminal: { kind: 'model_error', message, error: 'unknown' },
      report,
    })
  }

  async #record(message: Message): Promise<void> {
    this.#ports.history.see(message)
    this.#review.see(message)
    const entry = await this.#config.session.record(message)
    this.#view = [...this.#view, message]
    await this.#emit({ type: 'entry', entry })
  }

  /** Queued before the result of the call that loaded them, so it is on disk when the next request is made. */
  #noteLoaded(tools: readonly string[], added: readonly string[]): void {
    const { session, means } = this.#config
    means.log?.(`the prompt cache begins anew: tool_loaded ${added.join(', ')}`)
    session.note({ type: 'loaded-tools', tools, sessionId: session.id }).catch((error: unknown) => {
      // The next entry fails in the same way and ends the turn.
      means.log?.(`the loaded tools could not be noted: ${String(error)}`)
    })
  }

  #say(submission: Submission): Promise<void> {
    return this.#record(this.#toMessage(submission))
  }

  #toMessage(submission: Submission): UserMessage {
    return {
      type: 'user',
      uuid: submission.uuid,
      timestamp: this.#config.means.now().toISOString(),
      message: { role: 'user', content: submission.content },
      ...(submission.isMeta ? { isMeta: true } : {}),
    }
  }

  /** News from background work; and what waits may join the running turn, when the front end wants it so. */
  #attach(): readonly Message[] {
    const news = [...this.#plan.news(), ...noteMessages(this.#tasks, this.#config)]
    if (this.#config.queued === 'next-turn') return news
    return [...news, ...this.#queue.takeAll().map(submission => this.#toMessage(submission))]
  }

  async #setModel(name: string | undefined): Promise<void> {
    const model =
      name === undefined || name === 'default' ? this.#config.models.name : this.#config.models.resolve(name)
    if (this.#config.limits.maxBudgetUsd !== undefined && !isPriced(model, this.#config.models.rows))
      throw new OpError(`The price of ${model} is not known and a budget is set. ${PRICE_HINT}`)
    this.#live.model = model
    await this.#config.session.note({ type: 'model', model, sessionId: this.#config.session.id })
  }

  async #setMode(mode: PermissionMode): Promise<void> {
    const refused = modeRefused(mode, this.#live)
    if (refused !== undefined) throw new OpError(refused)
    if (mode === this.#live.mode) await this.#emit({ type: 'status', status: null, mode })
    else this.#live.mode = mode
  }

  /** By a front end, a tool, an answer or changed settings: it is written down, and everybody hears of it. */
  #onMode(mode: PermissionMode, before: PermissionMode): void {
    const { session, means } = this.#config
    this.#plan.onMode(mode, before)
    void this.#emit({ type: 'status', status: null, mode })
    session.note({ type: 'mode', mode, sessionId: session.id }).catch((error: unknown) => {
      // It is never taken up again, only shown; the next entry fails in the same way and ends the turn.
      means.log?.(`the mode could not be noted: ${String(error)}`)
    })
  }
}

/** What was spent before the turn broke was spent. */
const brokenReport = (text: string, accounts: Accounts, queued: number): TurnReport => ({
  durationMs: accounts.turn.apiMs,
  apiDurationMs: accounts.turn.apiMs,
  requests: accounts.turn.requests,
  text,
  stopReason: null,
  usage: accounts.turn.usage,
  cost: accounts.cost,
  denials: [],
  queued,
})
