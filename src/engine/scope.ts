import type { AttachmentSource } from '../protocol/attachment.ts'
import type { CommandHost } from '../protocol/command.ts'
import type { Message } from '../protocol/message.ts'
import { turnText } from '../protocol/messages/engine/turn.ts'
import { type Op, OpError } from '../protocol/op.ts'
import type { Lookup, Lookups, Queries, Query } from '../protocol/query.ts'
import type { Terminal } from '../protocol/transition.ts'
import type { Fork } from './turn/ask-beside.ts'

/** Why the history of a thread begins elsewhere than it did. */
export type Restart = 'branch' | 'clear' | 'compaction' | 'resume'

export interface TurnStart {
  /** What the turn is about: the person's message, news from background work. */
  readonly said: readonly Message[]
}

export interface TurnEnd {
  readonly terminal: Terminal
  readonly view: readonly Message[]
  readonly model: string
  /** Asks beside the conversation as the turn left it. */
  readonly fork: Fork
}

export type OpHandlers = {
  readonly [K in Op['type']]?: (op: Extract<Op, { readonly type: K }>) => Promise<void> | void
}

export type Answers = { readonly [K in Query]?: () => Queries[K] | Promise<Queries[K]> }

export type LookupHandlers = {
  readonly [K in Lookup]?: (about: Lookups[K]['about'], signal: AbortSignal) => Promise<Lookups[K]['found']>
}

/** Of a {@link CommandHost}, what a part has to offer to a command that may be ended by `signal`. */
export type CommandOffer = (signal: AbortSignal) => Partial<CommandHost>

/** What lives as long as a session or a thread and wants to hear of its life. Everything is optional. */
export interface Part {
  /** A message is on disk. */
  recorded?(message: Message): void
  /** From now on these messages are the history; what was kept about others does not count any more. */
  restarted?(history: readonly Message[], why: Restart): void | Promise<void>
  turnStarts?(turn: TurnStart): void | Promise<void>
  /** The request for this view is about to leave. */
  requesting?(view: readonly Message[], model: string): void
  /** It has left. Not every model can tell. */
  requested?(): void
  turnEnded?(end: TurnEnd): void | Promise<void>
  /** The person wants what runs to stop, or, where nothing does, what would run by itself. */
  interrupted?(): void
  /** Facts for the next request; asked in the order of the parts. */
  readonly news?: readonly AttachmentSource[]
  readonly ops?: OpHandlers
  readonly answers?: Answers
  readonly lookups?: LookupHandlers
  readonly commandHost?: CommandOffer
  /** The end: what still runs is given up, what is still to be written is. */
  [Symbol.asyncDispose]?(): Promise<void>
}

/**
 * The parts of a session or of a thread, in one list: phases run in its order, the end in the reverse one. A part that
 * fails keeps no other from hearing of a phase.
 */
export class Scope implements AsyncDisposable {
  readonly #parts: Part[] = []
  readonly #outer: Scope | undefined
  readonly #log: (line: string) => void

  /** `outer`: the scope of the session, when its parts are to hear what happens in this thread. */
  constructor(log: (line: string) => void, outer?: Scope) {
    this.#log = log
    this.#outer = outer
  }

  /** Throws for an op or a query that another part serves already. */
  add<P extends Part>(part: P): P {
    for (const key of ['ops', 'answers', 'lookups'] as const)
      for (const name of Object.keys(part[key] ?? {}))
        if (this.parts.some(other => other[key] !== undefined && name in other[key]))
          throw new Error(`two parts serve ${name}`)
    this.#parts.push(part)
    return part
  }

  /** Those of the session first. */
  get parts(): readonly Part[] {
    return [...(this.#outer?.parts ?? []), ...this.#parts]
  }

  get news(): readonly AttachmentSource[] {
    return this.parts.flatMap(part => part.news ?? [])
  }

  recorded(message: Message): void {
    for (const part of this.parts) this.#attempt('recorded', () => part.recorded?.(message))
  }

  requesting(view: readonly Message[], model: string): void {
    for (const part of this.parts) this.#attempt('requesting', () => part.requesting?.(view, model))
  }

  requested(): void {
    for (const part of this.parts) this.#attempt('requested', () => part.requested?.())
  }

  interrupted(): void {
    for (const part of this.parts) this.#attempt('interrupted', () => part.interrupted?.())
  }

  /** Rejects with the first failure, once everybody has heard of it: what went wrong must not be built upon. */
  async restarted(history: readonly Message[], why: Restart): Promise<void> {
    await this.#each('restarted', part => part.restarted?.(history, why))
  }

  async turnStarts(turn: TurnStart): Promise<void> {
    await this.#each('turnStarts', part => part.turnStarts?.(turn))
  }

  async turnEnded(end: TurnEnd): Promise<void> {
    await this.#each('turnEnded', part => part.turnEnded?.(end))
  }

  /** Resolves when the op is done; throws OpError with words, or an Error for an op that no part serves. */
  async serve(op: Op): Promise<void> {
    const [handle] = this.parts.flatMap(part => part.ops?.[op.type] ?? []) as ((
      op: Op,
    ) => Promise<void> | void)[]
    if (!handle) throw new Error(`no part serves the op ${op.type}`)
    await handle(op)
  }

  async answer<Q extends Query>(query: Q): Promise<Queries[Q]> {
    const [answer] = this.parts.flatMap(part => (part.answers?.[query] as Answers[Q]) ?? [])
    if (!answer) throw new OpError(turnText('no_query', { query: JSON.stringify(query) }))
    return await answer()
  }

  async look<L extends Lookup>(
    what: L,
    about: Lookups[L]['about'],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Lookups[L]['found']> {
    const [find] = this.parts.flatMap(part => (part.lookups?.[what] as LookupHandlers[L]) ?? [])
    if (!find) throw new Error(`no part looks up ${what}`)
    return await find(about, signal)
  }

  commandHost(signal: AbortSignal): Partial<CommandHost> {
    return Object.assign({}, ...this.parts.map(part => part.commandHost?.(signal)))
  }

  /** Only its own parts: a thread ends before its session does. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#parts.toReversed())
      await this.#settle('the end', () => part[Symbol.asyncDispose]?.())
  }

  #attempt(phase: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#log(`a part failed in ${phase}: ${String(error)}`)
    }
  }

  /** Everybody hears of it at once and in order; what takes longer is waited for together. */
  async #each(phase: string, run: (part: Part) => void | Promise<void> | undefined): Promise<void> {
    const ends = await Promise.all(this.parts.map(part => this.#settle(phase, () => run(part))))
    const failure = ends.find(end => end !== undefined)
    if (failure) throw failure.error
  }

  async #settle(
    phase: string,
    run: () => void | Promise<void> | undefined,
  ): Promise<{ readonly error: unknown } | undefined> {
    try {
      await run()
      return undefined
    } catch (error) {
      this.#log(`a part failed in ${phase}: ${String(error)}`)
      return { error }
    }
  }
}
