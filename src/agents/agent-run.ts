import type { AgentInfo } from '../protocol/agents/agents.ts'
import type { OpenWorktree, WorktreeEnd } from '../protocol/agents/worktrees.ts'
import type { Event } from '../protocol/event.ts'
import { agentText } from '../protocol/messages/engine/agents.ts'
import { describeError, messageFields, type Text } from '../protocol/messages/localized-text.ts'
import type { OpenThread, Thread, ThreadEnd, ThreadSpec } from '../protocol/thread.ts'
import { AgentStopped, TurnStop } from '../protocol/transition.ts'
import type { AgentOutput } from './agent-output.ts'
import type { AgentRecord } from './agent-record.ts'
import type { Farewell } from './team/farewells.ts'
import type { MemberWork, TurnResult } from './team/member-loop.ts'

/** How a run of an agent ended. It never throws. */
export interface RunEnd {
  readonly end?: ThreadEnd
  /** It could not go on: what went wrong on our side. */
  readonly failure?: Text
  readonly durationMs: number
  /** What a look at its work found wrong. */
  readonly warning?: string
  /** Somebody ended it from outside. */
  readonly stopped?: boolean
}

export interface RunOptions {
  readonly record: AgentRecord
  readonly spec: ThreadSpec
  readonly open: OpenThread
  readonly output: AgentOutput
  /** Nothing heard of the model for so long: it is given up. */
  readonly stallMs: number
  now(): number
  emit(event: Event): Promise<void> | undefined
  /** The checkout it has for itself. */
  readonly worktree?: OpenWorktree
  /** Looks at what it did; undefined: nothing is wrong. */
  review?(record: AgentRecord, signal: AbortSignal): Promise<string | undefined>
  /** A member of a team: it goes on after its turns. */
  readonly member?: Membership
  /** Ends what its calls left running. */
  endTasks(calls: ReadonlySet<string>): Promise<void>
}

/** What a member does between its turns. */
export interface Membership extends AsyncDisposable {
  /** It works from now on; `say` is heard by its running turn. */
  start(say: (next: MemberWork) => void): Promise<void>
  /** Resolves with what it is to do next; undefined: it ends. `resting`: nothing is to do for now, and the leader knows. */
  rest(result: TurnResult, resting: () => void): Promise<MemberWork | undefined>
  /** False: it does not rest. */
  wake(text: string): boolean
  /** Once it is gone. */
  farewell(): Farewell
}

/**
 * One agent at work, from what it is told to its end. It runs by itself: whoever waits for it may stop waiting without
 * anything being lost or begun anew, which is all that going to the background is.
 */
export class AgentRun {
  readonly #options: RunOptions
  readonly #controller = new AbortController()
  /** Said before there was a thread to say it to. */
  readonly #early: string[] = []
  readonly done: Promise<RunEnd>
  #thread: Thread | undefined
  #moved = Promise.withResolvers<'person' | 'time'>()
  #step = Promise.withResolvers<void>()
  #stall: NodeJS.Timeout | undefined
  #left: WorktreeEnd | undefined
  #farewell: Farewell | undefined

  constructor(options: RunOptions, said: string | undefined) {
    this.#options = options
    this.done = this.#work(said)
  }

  get info(): AgentInfo {
    return this.#options.record.info
  }

  get record(): AgentRecord {
    return this.#options.record
  }

  get output(): AgentOutput {
    return this.#options.output
  }

  get worktree(): string | undefined {
    return this.#options.worktree?.name
  }

  get spec(): ThreadSpec {
    return this.#options.spec
  }

  /** Resolves when it is to go on in the background, with who wanted that. */
  get moved(): Promise<'person' | 'time'> {
    return this.#moved.promise
  }

  /** Resolves with the next thing it does. */
  get step(): Promise<void> {
    return this.#step.promise
  }

  say(text: string): void {
    if (this.#options.member?.wake(text)) return
    if (this.#thread) this.#thread.say(text)
    else this.#early.push(text)
  }

  moveToBackground(by: 'person' | 'time'): void {
    this.#moved.resolve(by)
  }

  /** Resolves when it is gone, with all it started. */
  async stop(reason: unknown = new AgentStopped()): Promise<RunEnd> {
    this.#controller.abort(reason)
    // Who rests has no turn to be ended.
    await this.#options.member?.[Symbol.asyncDispose]()
    return await this.done
  }

  async #work(said: string | undefined): Promise<RunEnd> {
    const { record, open, spec, now } = this.#options
    const began = now()
    try {
      const thread = await open(spec)
      this.#thread = thread
      if (thread.path !== undefined) record.change({ transcript: thread.path })
      for (const text of this.#early.splice(0)) thread.say(text)
      await this.#options.member?.start(({ text, onRecorded }) => thread.say(text, onRecorded))
      const end = await this.#turns(thread, said)
      const warning = await this.#options.review?.(record, this.#controller.signal)
      record.end(this.#statusOf(end), whyEnded(end))
      return {
        end,
        durationMs: now() - began,
        ...(warning === undefined ? {} : { warning }),
        ...(this.#controller.signal.aborted ? { stopped: true } : {}),
      }
    } catch (error) {
      const failure = describeError(error)
      record.end(this.#controller.signal.aborted ? 'stopped' : 'failed', failure)
      return { failure, durationMs: now() - began }
    } finally {
      clearTimeout(this.#stall)
      await this.#leave()
      this.#step.resolve()
    }
  }

  /** What is said to it at the last moment is still heard. */
  async #turns(thread: Thread, said: string | undefined): Promise<ThreadEnd> {
    for (let first = said; ; first = undefined) {
      const end = await this.#turn(thread, first)
      if (end.terminal.kind === 'completed' && thread.waiting > 0) {
        this.#options.record.keepAnswer()
        continue
      }
      const next = await this.#rest(end)
      if (next === undefined) return end
      thread.say(next.text, next.onRecorded)
    }
  }

  /** Between two turns of a member. */
  async #rest(end: ThreadEnd): Promise<MemberWork | undefined> {
    const { member, record } = this.#options
    const { signal } = this.#controller
    if (!member || signal.aborted) return undefined
    clearTimeout(this.#stall)
    const reason = end.terminal.kind === 'completed' ? 'available' : 'failed'
    const text = record.withEarlier(end.text.trim())
    record.answersGiven()
    const next = await member.rest({ reason, text }, () => record.change({ status: 'idle' }))
    if (next === undefined || signal.aborted) return undefined
    if (record.info.status === 'idle') record.change({ status: 'running' })
    return next
  }

  async #turn(thread: Thread, said: string | undefined): Promise<ThreadEnd> {
    const { record, output, emit } = this.#options
    const run = thread.run(said, this.#controller.signal)
    for (;;) {
      this.#watch()
      const step = await run.next()
      if (step.done) return step.value
      record.see(step.value)
      output.see(step.value)
      this.#tick()
      await emit(step.value)
    }
  }

  #tick(): void {
    this.#step.resolve()
    this.#step = Promise.withResolvers()
  }

  /** Its own calls may take as long as they take, and so may the person. */
  #watch(): void {
    clearTimeout(this.#stall)
    const { stallMs, record } = this.#options
    this.#stall = setTimeout(() => {
      if (record.isBusy || this.#thread?.elsewhere) return this.#watch()
      const why = agentText('stalled', { minutes: Math.max(1, Math.round(stallMs / 60_000)) })
      this.#controller.abort(new TurnStop({ kind: 'time_limit', ...messageFields(why) }))
    }, stallMs).unref()
  }

  async #leave(): Promise<void> {
    const { record, output, endTasks, worktree, member } = this.#options
    await endTasks(record.calls)
    await member?.[Symbol.asyncDispose]()
    this.#farewell = member?.farewell()
    // What is not finished is not completed.
    if (this.#farewell?.released.length && record.info.status === 'completed')
      record.change({ status: 'stopped' })
    await this.#thread?.[Symbol.asyncDispose]()
    await output.close()
    if (worktree) this.#left = await worktree.finish()
  }

  /** Of a member of a team that has ended, what its leader does not know yet. */
  get farewell(): Farewell | undefined {
    return this.#farewell
  }

  /** Of its worktree, what became of it; undefined: it has none, or it still works there. */
  get left(): WorktreeEnd | undefined {
    return this.#left
  }

  #statusOf({ terminal }: ThreadEnd): AgentInfo['status'] {
    const { signal } = this.#controller
    // A member that rests has ended its turn, not its work.
    if (terminal.kind === 'completed') return this.#options.member && signal.aborted ? 'stopped' : 'completed'
    return signal.aborted || terminal.kind.startsWith('aborted') ? 'stopped' : 'failed'
  }
}

/** Why an agent did not come to its end, in a sentence for people; undefined: it did. */
const whyEnded = ({ terminal }: ThreadEnd): Text | undefined => {
  switch (terminal.kind) {
    case 'completed':
    case 'aborted_streaming':
    case 'aborted_tools':
      return undefined
    case 'max_turns':
      return agentText('turn_limit', { count: terminal.limit })
    default:
      return 'message' in terminal ? (terminal.localized ?? terminal.message) : undefined
  }
}
