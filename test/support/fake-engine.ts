import { AsyncQueue } from '../../src/lib/async-queue.ts'
import type { CompactReport, CompactRequest } from '../../src/protocol/context.ts'
import type { Engine } from '../../src/protocol/engine.ts'
import type { Event } from '../../src/protocol/event.ts'
import { type Op, OpError } from '../../src/protocol/op.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import type { Lookup, Lookups, Queries, Query } from '../../src/protocol/query.ts'
import type { RewindReport, RewindRequest } from '../../src/protocol/session/file-history.ts'
import type { MoveReport, MoveRequest } from '../../src/protocol/session/session-tree.ts'

type Submit = Op & { readonly type: 'submit' }

/** What a scripted turn can do. */
export interface FakeTurn {
  readonly uuid: string
  /** Aborts on an interrupt. */
  readonly signal: AbortSignal
  readonly interrupted: Promise<void>
  emit(...events: readonly Event[]): Promise<void>
  /** Asks the front end; an interrupt withdraws the question. */
  ask(request: PermissionRequest): Promise<PermissionAnswer | 'withdrawn'>
}
export type TurnScript = (turn: FakeTurn) => Promise<void>

/** An engine whose turns are scripts: it records what it is told and says what it is told to say. */
export class FakeEngine implements Engine {
  readonly ops: Op[] = []
  readonly #scripts: TurnScript[]
  readonly #answers: Partial<Queries>
  readonly #subscriptions = new Set<AsyncQueue<Event>>()
  readonly #queue: Submit[] = []
  readonly #questions = new Map<string, (answer: PermissionAnswer | 'withdrawn') => void>()
  #running: AbortController | undefined
  #idle: Promise<void> = Promise.resolve()
  /** Ops of these types are rejected with the words. */
  readonly refusals = new Map<Op['type'], string>()
  readonly compactions: CompactRequest[] = []
  readonly rewinds: RewindRequest[] = []
  rewindReport: RewindReport = { canRewind: false, error: 'No history.' }
  readonly moves: MoveRequest[] = []
  moveReport: MoveReport = { canMove: false, error: 'No history.' }

  constructor(scripts: readonly TurnScript[], answers: Partial<Queries> = {}) {
    this.#scripts = [...scripts]
    this.#answers = answers
  }

  /** What is found, by what is looked for; anything else is not there. */
  readonly found: Partial<{ readonly [L in Lookup]: Lookups[L]['found'] }> = {}

  async look<L extends Lookup>(what: L): Promise<Lookups[L]['found']> {
    const found = this.found[what]
    if (found === undefined) throw new OpError(`no ${what}`)
    return found
  }

  async send(op: Op): Promise<void> {
    this.ops.push(op)
    const refusal = this.refusals.get(op.type)
    if (refusal !== undefined) throw new OpError(refusal)
    if (op.type === 'submit' && op.query !== false) {
      this.#queue.push(op)
      if (!this.#running) this.#idle = this.#work()
    }
    if (op.type === 'interrupt') {
      if (op.cancelQueued) this.#queue.length = 0
      this.#running?.abort()
    }
    if (op.type === 'answer_permission') {
      const resolve = this.#questions.get(op.id)
      if (!resolve) throw new OpError(`No question ${op.id}`)
      this.#questions.delete(op.id)
      resolve(op.answer)
    }
  }

  async #work(): Promise<void> {
    for (let op = this.#queue.shift(); op; op = this.#queue.shift()) {
      const script = this.#scripts.shift()
      if (!script) throw new Error('The fake engine has no script for this turn')
      const running = new AbortController()
      this.#running = running
      await script(this.#turn(op, running.signal))
    }
    this.#running = undefined
  }

  #turn(op: Submit, signal: AbortSignal): FakeTurn {
    return {
      uuid: op.uuid ?? 'no-uuid',
      signal,
      interrupted: new Promise(resolve => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve(), { once: true })
      }),
      emit: (...events) => this.emit(...events),
      ask: async request => {
        const answered = new Promise<PermissionAnswer | 'withdrawn'>(resolve => {
          this.#questions.set(request.id, resolve)
          signal.addEventListener('abort', () => this.#questions.delete(request.id) && resolve('withdrawn'))
        })
        await this.emit({ type: 'permission_request', request })
        const answer = await answered
        await this.emit({ type: 'permission_settled', id: request.id, withdrawn: answer === 'withdrawn' })
        return answer
      },
    }
  }

  async emit(...events: readonly Event[]): Promise<void> {
    for (const event of events) for (const queue of this.#subscriptions) await queue.push(event)
  }

  events(): AsyncIterable<Event> & AsyncDisposable {
    const queue = new AsyncQueue<Event>(1)
    this.#subscriptions.add(queue)
    return queue
  }

  async query<Q extends Query>(query: Q): Promise<Queries[Q]> {
    const answers: Partial<Queries> = {
      state: {
        sessionId: 's1',
        model: 'claude-test',
        mode: 'default',
        cwd: '/w',
        running: this.#running !== undefined,
        tools: ['Read'],
        credential: 'none',
        thinking: false,
        transcriptPath: undefined,
      },
      queue: this.#queue.map(op => op.uuid ?? ''),
      budgets: [],
      cost: {
        totalCostUSD: 0,
        unpricedModels: [],
        apiDurationMs: 0,
        apiDurationWithoutRetriesMs: 0,
        toolDurationMs: 0,
        linesAdded: 0,
        linesRemoved: 0,
        modelUsage: {},
      },
      models: [{ value: 'default', displayName: 'Default', description: 'The default model' }],
      skills: [],
      agents: [],
      extensionProblems: [],
      styles: { current: 'default', available: [{ name: 'default', description: '' }] },
      history: [],
      tasks: [],
      runningAgents: [],
      teamAtWork: [],
      pendingNotes: 0,
      untoldNotes: [],
      wakingHooks: [],
      todos: [],
      changes: [],
      permissions: {
        mode: 'default',
        modes: ['default', 'acceptEdits', 'plan'],
        rules: [],
        directories: ['/w'],
        sandbox: 'off',
      },
      tree: { prompts: [], current: null },
      commands: [],
      schedules: [],
      goal: null,
      assistant: null,
      ...this.#answers,
    }
    const answer = answers[query]
    if (answer === undefined) throw new Error(`The fake engine has no answer to ${query}`)
    return answer
  }

  async rewindFiles(request: RewindRequest): Promise<RewindReport> {
    this.rewinds.push(request)
    return this.rewindReport
  }

  async compact(request: CompactRequest): Promise<CompactReport> {
    this.compactions.push(request)
    return { before: 1_000, after: 100, by: 'fake', summary: 'short', carried: [] }
  }

  async rewind(request: MoveRequest): Promise<MoveReport> {
    this.moves.push(request)
    return this.moveReport
  }

  async idle(): Promise<void> {
    await this.#idle
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running?.abort()
    for (const queue of this.#subscriptions) queue.close()
  }
}
