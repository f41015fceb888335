import type { AgentOrigin } from '../protocol/agents/agent-origin.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import type { OpenThread, Prefix, Thread, ThreadEnd, ThreadSpec } from '../protocol/thread.ts'
import { type Terminal, TurnStop } from '../protocol/transition.ts'
import type { EngineConfig } from './config.ts'
import type { Live } from './live/state.ts'
import { createThreadLive } from './live/thread-live.ts'
import type { Toolbox } from './options/toolbox.ts'
import { createCache } from './parts/cache.ts'
import type { Session } from './session.ts'
import { createThread, type ThreadParts } from './thread.ts'
import { assembleTurn } from './turn/assemble-turn.ts'
import { brokenTurn } from './turn/broken-turn.ts'
import { toMessage } from './turn/input-queue.ts'
import { turnInfo } from './turn/turn-info.ts'
import { runTurnEvents, type TurnOutcome } from './turn/turn-runner.ts'

/** Opens another thread of a session: the same turns, with a chain, a place and counters of its own. */
export const createOpenThread =
  (session: Session): OpenThread =>
  async spec => {
    const emit = (event: Event) => session.emit({ ...event, agent: spec.agent })
    const live = createThreadLive(session.live, {
      ...(spec.place ?? {}),
      ...(spec.mode === undefined ? {} : { mode: spec.mode }),
      ...(spec.effort === undefined ? {} : { effort: spec.effort }),
      model: spec.prefix?.model ?? spec.model ?? session.live.model,
      ...(spec.prefix ? { thinking: spec.prefix.thinking, effort: spec.prefix.effort } : {}),
    })
    const cache = createCache(configFor(session, spec, live))
    const { agent, prefix, tools, rules } = spec
    const thread = createThread({
      session,
      cache,
      live,
      agent,
      emit,
      ...(prefix ? { prefix } : {}),
      ...(spec.hooks && !session.config.hookChoice?.onlySettings ? { hooks: spec.hooks } : {}),
      ...(spec.unhooked ? { unhooked: true } : {}),
      ...(rules ? { rules } : {}),
      ...(tools ? { wants: name => tools.includes(name) } : {}),
    })
    await thread.scope.restarted([...thread.config.session.messages], 'resume')
    return new AgentThread(thread, spec)
  }

/** What differs from the conversation: the chain, the tools, and nothing that is done for the person alone. */
const configFor = ({ given }: Session, spec: ThreadSpec, live: Live): EngineConfig => {
  const { place, tools, context, limits } = given
  const { memoryDirectory: _, teamMemoryDirectory: __, ...own } = place
  const { maxTurns: ___, tokenBudget: ____, ...shared } = limits
  const { turns } = spec.limits ?? {}
  return {
    ...given,
    session: given.session.openSide(spec.agent.id, spec.prefix?.messages ?? []),
    place: { ...own, cwd: live.cwd, roots: live.roots },
    tools: spec.tools ? onlyOf(tools, spec.tools) : tools,
    context: { ...context, notes: false },
    limits: { ...shared, ...(turns === undefined ? {} : { maxTurns: turns }) },
    wake: false,
  }
}

/** The others cannot be called either. */
const onlyOf = (tools: Toolbox, names: readonly string[]): Toolbox => {
  const specs = tools.specs.filter(({ name }) => names.includes(name))
  const isOne = (name: string): boolean =>
    specs.some(spec => spec.name === name || spec.aliases?.includes(name))
  return { ...tools, specs, load: async name => (isOne(name) ? await tools.load(name) : undefined) }
}

type Stop = (terminal: Terminal) => void

class AgentThread implements Thread {
  readonly #parts: ThreadParts
  readonly #spec: ThreadSpec
  readonly #waiting: string[] = []
  #begun = false

  constructor(parts: ThreadParts, spec: ThreadSpec) {
    this.#parts = parts
    this.#spec = spec
  }

  say(text: string): void {
    this.#waiting.push(text)
  }

  prefix(): Prefix {
    return prefixOf(this.#parts)
  }

  async *run(said: string, signal: AbortSignal): AsyncGenerator<Event, ThreadEnd> {
    const parts = this.#parts
    const { session } = parts
    const controller = new AbortController()
    const stop: Stop = terminal => controller.abort(new TurnStop(terminal))
    const interrupt = (): void => controller.abort(signal.reason)
    session.stops.add(stop)
    signal.addEventListener('abort', interrupt, { once: true })
    const { ms } = this.#spec.limits ?? {}
    const timer = ms === undefined ? undefined : setTimeout(() => stop(OUT_OF_TIME(ms)), ms)
    let failure: unknown = new Error('The agent was given up.')
    let over = false
    try {
      const messages = [...this.#waiting.splice(0), said].map(text => this.#message(text))
      yield this.#own({ type: 'turn_started', turn: turnInfo(parts, messages.at(-1)?.uuid ?? '') })
      const { terminal, report } = yield* this.#turn(messages, controller, stop)
      over = true
      yield this.#own({ type: 'turn_ended', terminal, report })
      return { terminal, text: report.text, usage: report.usage, requests: report.requests }
    } catch (error) {
      failure = error
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      session.stops.delete(stop)
      // Whoever was shown that it began is shown that it ended.
      if (!over) await parts.emit(brokenTurn(failure, parts, 0))
    }
  }

  async *#turn(
    messages: readonly Message[],
    controller: AbortController,
    stop: Stop,
  ): AsyncGenerator<Event, TurnOutcome> {
    const parts = this.#parts
    const { scope, config, live } = parts
    await scope.turnStarts({ said: messages })
    await this.#begin(controller.signal)
    const turn = assembleTurn({
      thread: parts,
      controller,
      attach: async () => [
        ...(await parts.news('round')),
        ...this.#waiting.splice(0).map(text => this.#message(text)),
      ],
      queued: () => this.#waiting.length,
    })
    for (const message of [...(await parts.news('turn')), ...messages])
      yield this.#own({ type: 'entry', entry: await parts.record(message) })
    const start = { view: config.session.view(), model: live.model }
    const events = runTurnEvents(turn.options, start, controller)
    for (;;) {
      const step = await events.next()
      if (step.done) {
        const { terminal } = step.value
        await scope.turnEnded({ terminal, view: config.session.view(), model: live.model, fork: turn.fork })
        return step.value
      }
      const over = this.#overrun()
      if (over) stop(over)
      yield this.#own(step.value)
    }
  }

  /** Hooks may give it something on its way, once. */
  async #begin(signal: AbortSignal): Promise<void> {
    const { hooks } = this.#parts
    if (this.#begun || !hooks.isSet('SubagentStart')) return
    this.#begun = true
    const { id, name } = this.#spec.agent
    const { context } = await hooks.fire('SubagentStart', { agent_id: id, agent_type: name }, signal)
    for (const text of context) hooks.tell({ kind: 'hook_context', text, event: 'SubagentStart' })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { scope, session, ports, config } = this.#parts
    session.forgetFiles.delete(ports.files.forget)
    await scope[Symbol.asyncDispose]()
    await config.session[Symbol.asyncDispose]()
  }

  /** By what its own calls used. */
  #overrun(): Terminal | undefined {
    const { usd, tokens } = this.#spec.limits ?? {}
    const { tally } = this.#parts
    if (usd !== undefined && tally.usd >= usd)
      return { kind: 'budget_usd', message: `The agent was stopped: the $${usd} it was given are used up.` }
    if (tokens !== undefined && tally.outputTokens >= tokens)
      return { kind: 'budget_tokens', message: `The agent was stopped: its ${tokens} tokens are used up.` }
    return undefined
  }

  #own(event: Event): Event & { readonly agent: AgentOrigin } {
    return { ...event, agent: this.#spec.agent }
  }

  #message(text: string): Message {
    const { runtime } = this.#parts.config
    return toMessage({ type: 'submit', content: text, uuid: runtime.newId() }, runtime)
  }
}

const OUT_OF_TIME = (ms: number): Terminal => ({
  kind: 'time_limit',
  message: `The agent was stopped after ${Math.round(ms / 1000)} s, the time it was given.`,
})

/** As the next request of a thread would begin. */
const prefixOf = ({ prefix, prompt, toolset, config, live }: ThreadParts): Prefix => ({
  system: prefix?.system ?? prompt.system(),
  tools: prefix?.tools ?? toolset.sent(),
  messages: config.session.view(),
  model: live.model,
  ...(live.thinking ? { thinking: live.thinking } : {}),
  ...(live.effort ? { effort: live.effort } : {}),
})
