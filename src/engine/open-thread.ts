import { toolPool } from '../agents/tool-pool.ts'
import type { AgentOrigin } from '../protocol/agents/agent-origin.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { agentText } from '../protocol/messages/engine/agents.ts'
import { messageFields } from '../protocol/messages/localized-text.ts'
import type { OpenThread, Prefix, Thread, ThreadEnd, ThreadSpec } from '../protocol/thread.ts'
import { type Tool, ToolError, type ToolSpec } from '../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../protocol/tools/both-languages.ts'
import { type Terminal, TurnStop } from '../protocol/transition.ts'
import { reminding } from './agents/main-agent.ts'
import { createCache } from './cache/part.ts'
import type { EngineConfig } from './config.ts'
import type { Live } from './live/state.ts'
import { createThreadLive } from './live/thread-live.ts'
import type { Toolbox } from './options/toolbox.ts'
import type { PromptSettings } from './prompt/options.ts'
import type { EnteredHost } from './remote-host/options.ts'
import { type SessionHandle, sideFile } from './session-file/session-handle.ts'
import type { Session } from './session-parts.ts'
import { createThread, type ThreadParts } from './thread.ts'
import { withAgentServers } from './thread-servers.ts'
import { assembleTurn } from './turn/assemble-turn.ts'
import { brokenTurn } from './turn/broken-turn.ts'
import { toMessage } from './turn/input-queue.ts'
import { prefixOf } from './turn/prefix-of.ts'
import { turnInfo } from './turn/turn-info.ts'
import { runTurnEvents, type TurnOutcome } from './turn/turn-runner.ts'

/** Opens another thread of a session: the same turns, with a chain, a place and counters of its own. */
export const createOpenThread =
  (shared: Session): OpenThread =>
  async given => {
    const entered = await enteredOf(shared, given)
    const spec = entered ? { ...given, ...inFront(given, entered.where) } : given
    const own = await withAgentServers(shared, spec)
    const { session } = own
    const emit = (event: Event) => session.emit({ ...event, agent: spec.agent })
    const live = createThreadLive(session.live, {
      ...(spec.place ?? {}),
      ...(spec.mode === undefined ? {} : { mode: spec.mode }),
      ...(spec.effort === undefined ? {} : { effort: spec.effort }),
      model: spec.prefix?.model ?? spec.model ?? session.live.model,
      ...(spec.prefix ? { thinking: spec.prefix.thinking, effort: spec.prefix.effort } : {}),
    })
    const chain = await openChain(session.given, spec)
    const cache = createCache(await configFor({ session, chain, live, entered }, spec))
    const { agent, prefix, rules, depth = 1 } = spec
    const thread = createThread({
      session,
      cache,
      live,
      agent,
      depth,
      emit,
      ...(prefix ? { prefix } : {}),
      ...(spec.hooks && !session.config.hookChoice?.onlySettings ? { hooks: spec.hooks } : {}),
      ...(spec.unhooked ? { unhooked: true } : {}),
      ...(rules ? { rules } : {}),
      ...(spec.member ? { member: spec.member } : {}),
      wants: toolPool(spec),
      ...(spec.tools ? { toolList: spec.tools } : {}),
    })
    await thread.scope.restarted([...thread.config.session.messages], 'resume')
    return new AgentThread(thread, spec, entered ? leavingFirst(entered, own) : own)
  }

/** The machine it works on, if that is another one than the conversation's. */
const enteredOf = async ({ given }: Session, { where }: ThreadSpec): Promise<EnteredHost | undefined> => {
  if (where === undefined) return undefined
  if (!given.remoteHosts) throw new ToolError(agentText('no_machines'))
  return await given.remoteHosts.enter(where)
}

const leavingFirst = (entered: EnteredHost, own: AsyncDisposable): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    await entered.leave()
    await own[Symbol.asyncDispose]()
  },
})

/** What it is told of that. */
const inFront = ({ prompt, reminder }: ThreadSpec, where: string): Pick<ThreadSpec, 'prompt' | 'reminder'> =>
  prompt === undefined
    ? { reminder: [...(reminder === undefined ? [] : [reminder]), where].join('\n\n') }
    : { prompt: `${prompt}\n\n${where}` }

/** A new chain, or the one it had. */
const openChain = async (
  { session, runtime, prompt }: EngineConfig,
  spec: ThreadSpec,
): Promise<SessionHandle> => {
  const { agent, prefix, goesOn, facts } = spec
  const messages = prefix?.messages ?? []
  if (!goesOn) {
    const chain = session.openSide(agent.id, { messages })
    if (facts) await chain.note({ type: 'agent_metadata', sessionId: session.id, agentId: agent.id, facts })
    return chain
  }
  const { readSide } = await import('./session-file/reopen.ts')
  const { repairs, ...before } = await readSide(sideFile(session.path, agent.id), {
    ...runtime,
    language: prompt.promptLanguage,
  })
  const chain = session.openSide(agent.id, { ...before, messages: [...messages, ...before.messages] })
  for (const message of repairs) await chain.record(message)
  return chain
}

interface Opening {
  readonly session: Session
  readonly chain: SessionHandle
  readonly live: Live
  readonly entered: EnteredHost | undefined
}

/** What differs from the conversation: the chain, the tools, and nothing that is done for the person alone. */
const configFor = async (
  { session, chain, live, entered }: Opening,
  spec: ThreadSpec,
): Promise<EngineConfig> => {
  const { instructions, memory: _____, ...given } = session.given
  const { place, context, limits } = given
  const { memoryDirectory: _, memoryIsNamed: ______, teamMemoryDirectory: __, ...own } = place
  const { maxTurns: ___, tokenBudget: ____, ...shared } = limits
  const { turns } = spec.limits ?? {}
  return {
    ...given,
    ...(instructions && !spec.bare ? { instructions } : {}),
    session: chain,
    place: {
      ...own,
      cwd: live.cwd,
      roots: live.roots,
      ...(spec.memoryDirectory === undefined ? {} : { memoryDirectory: spec.memoryDirectory }),
    },
    tools: await toolsFor(entered ? entered.toolbox(given.tools) : given.tools, spec, given.prompt),
    prompt: { ...withReminder(promptFor(given.prompt, spec), spec), ...scratchpadFor(session, spec) },
    context: { ...context, notes: false },
    limits: { ...shared, ...(turns === undefined ? {} : { maxTurns: turns }) },
    wake: false,
  }
}

const scratchpadFor = ({ scratchpad }: Session, spec: ThreadSpec): Pick<PromptSettings, 'scratchpad'> => {
  const directory = spec.scratchpad ? scratchpad.open() : undefined
  return directory === undefined ? {} : { scratchpad: directory }
}

const withReminder = (settings: PromptSettings, { reminder }: ThreadSpec): PromptSettings =>
  reminder === undefined
    ? settings
    : { ...settings, attachments: [...(settings.attachments ?? []), ...reminding(reminder)] }

/** Its own words, with what is true of every thread here. */
const promptFor = (settings: PromptSettings, { prompt, bare, place }: ThreadSpec): PromptSettings => {
  const { git: read } = settings
  const given = read && place ? { ...settings, git: () => read(place.cwd) } : settings
  if (prompt === undefined) return given
  const { promptLanguage, language, git, attribution, attachments } = given
  return {
    agent: prompt,
    ...(promptLanguage ? { promptLanguage } : {}),
    ...(language === undefined ? {} : { language }),
    ...(attribution && !bare ? { attribution } : {}),
    ...(git && !bare ? { git } : {}),
    ...(attachments ? { attachments } : {}),
  }
}

/** The others cannot be called either. An answer in a form is the thread's own wish, never the conversation's. */
const toolsFor = async (
  { structured: _, ...tools }: Toolbox,
  spec: ThreadSpec,
  { promptLanguage }: PromptSettings,
): Promise<Toolbox> => {
  const wants = toolPool(spec)
  const answer = spec.schema && (await structuredOf(spec.schema, promptLanguage))
  const specs = tools.specs
    .filter(({ name, aliases }) => name !== STRUCTURED && wants(name, aliases))
    .map(each => (spec.sentWhole?.includes(each.name) ? withoutDeferral(each) : each))
  const isOne = (name: string): boolean =>
    specs.some(each => each.name === name || each.aliases?.includes(name))
  return {
    ...tools,
    specs: answer ? [...specs, answer.spec] : specs,
    load: async name => {
      if (answer && name === STRUCTURED) return answer.structured
      return isOne(name) ? await tools.load(name) : undefined
    },
    ...(answer ? { structured: answer.structured } : {}),
  }
}

const withoutDeferral = ({ deferred: _, ...rest }: ToolSpec): ToolSpec => rest

const STRUCTURED = 'StructuredOutput'

const structuredOf = async (schema: Readonly<Record<string, unknown>>, language?: PromptLanguage) => {
  const { createStructuredOutputTool } = await import(
    '../features/tools/structured-output/structured-output.ts'
  )
  const tool = await createStructuredOutputTool(schema)
  const { name } = tool
  const description = inPromptLanguage(tool.description, language)
  return { structured: tool as Tool, spec: { name, description, input_schema: schema } }
}

/** Something said to a thread, until its turn hears it. */
interface Waiting {
  readonly text: string
  onRecorded?(): void
}

type Stop = (terminal: Terminal) => void

class AgentThread implements Thread {
  readonly #parts: ThreadParts
  readonly #spec: ThreadSpec
  readonly #own: AsyncDisposable
  readonly #waiting: Waiting[] = []
  /** Who hears that a message of this uuid is on disk. */
  readonly #unrecorded = new Map<string, () => void>()
  #begun = false

  constructor(parts: ThreadParts, spec: ThreadSpec, own: AsyncDisposable) {
    this.#parts = parts
    this.#spec = spec
    this.#own = own
  }

  get path(): string | undefined {
    return this.#parts.config.session.path
  }

  get waiting(): number {
    return this.#waiting.length
  }

  say(text: string, onRecorded?: () => void): void {
    this.#waiting.push({ text, ...(onRecorded ? { onRecorded } : {}) })
  }

  prefix(): Prefix {
    return prefixOf(this.#parts)
  }

  async *run(said: string | undefined, signal: AbortSignal): AsyncGenerator<Event, ThreadEnd> {
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
      const heard = [...this.#waiting.splice(0), ...(said === undefined ? [] : [{ text: said }])]
      const messages = heard.map(each => this.#message(each))
      yield this.#tagged({
        type: 'turn_started',
        turn: turnInfo(parts, { userMessageUuid: messages.at(-1)?.uuid ?? '' }),
      })
      const { terminal, report } = yield* this.#turn(messages, controller, stop)
      over = true
      yield this.#tagged({ type: 'turn_ended', terminal, report })
      const { text, usage, requests, structuredOutput: output } = report
      return { terminal, text, usage, requests, ...(output === undefined ? {} : { output }) }
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
        ...this.#waiting.splice(0).map(each => this.#message(each)),
      ],
      queued: () => this.#waiting.length,
    })
    for (const message of [...(await parts.news('turn')), ...messages])
      yield this.#seen({ type: 'entry', entry: await parts.record(message) })
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
      yield this.#seen(step.value)
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
    await this.#own[Symbol.asyncDispose]()
  }

  /** By what its own calls used. */
  #overrun(): Terminal | undefined {
    const { usd, tokens } = this.#spec.limits ?? {}
    const { tally } = this.#parts
    if (usd !== undefined && tally.usd >= usd)
      return { kind: 'budget_usd', ...messageFields(agentText('money_used_up', { limit: `$${usd}` })) }
    if (tokens !== undefined && tally.outputTokens >= tokens)
      return { kind: 'budget_tokens', ...messageFields(agentText('tokens_used_up', { limit: tokens })) }
    return undefined
  }

  #tagged(event: Event): Event & { readonly agent: AgentOrigin } {
    return { ...event, agent: this.#spec.agent }
  }

  /** An entry is on disk when it is seen. */
  #seen(event: Event): Event & { readonly agent: AgentOrigin } {
    if (event.type === 'entry') {
      const { uuid } = event.entry
      this.#unrecorded.get(uuid)?.()
      this.#unrecorded.delete(uuid)
    }
    return this.#tagged(event)
  }

  #message({ text, onRecorded }: Waiting): Message {
    const { runtime } = this.#parts.config
    const message = toMessage({ type: 'submit', content: text, uuid: runtime.newId() }, runtime)
    if (onRecorded) this.#unrecorded.set(message.uuid, onRecorded)
    return message
  }
}

const OUT_OF_TIME = (ms: number): Terminal => ({
  kind: 'time_limit',
  ...messageFields(agentText('out_of_time', { seconds: Math.round(ms / 1000) })),
})
