import { findModel } from '../features/models/catalogue.ts'
import { createNormalizeMemo, type NormalizeMemo } from '../loop/normalize.ts'
import type { AgentOrigin } from '../protocol/agents/agent-origin.ts'
import type { MessageEntry } from '../protocol/entry.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { notice } from '../protocol/messages/notice.ts'
import type { Prefix } from '../protocol/thread.ts'
import { RULE_NAMES } from '../protocol/tools/rule-names.ts'
import { addPersonal } from './add-work.ts'
import { type Advice, createAdvice } from './advisor/part.ts'
import { createAgentListing } from './agents/agent-listing.ts'
import type { Cache } from './cache/part.ts'
import type { EngineConfig } from './config.ts'
import { type Context, createContext } from './context/part.ts'
import { createHooks, type Hooks } from './hooks/part.ts'
import { createMatchCall, threadHooks } from './hooks/thread-hooks.ts'
import { createInstructions } from './instructions/part.ts'
import { createThreadLeases } from './leases/part.ts'
import type { Live } from './live/state.ts'
import { createMemory } from './memory/part.ts'
import { createMentions, type Mentions } from './mentions/part.ts'
import type { Toolbox } from './options/toolbox.ts'
import { createPlan, type Plan, planApprover } from './plan/part.ts'
import { createPorts, type Ports } from './ports/part.ts'
import { createPrompt, type Prompt } from './prompt/part.ts'
import { createReminders } from './reminders/part.ts'
import { createResultBudget, type ResultBudget, resultChars } from './result-budget.ts'
import { createReview, type Review } from './review/part.ts'
import { Scope } from './scope.ts'
import { createServerNews } from './servers/server-news.ts'
import { startingServers } from './servers/starting-servers.ts'
import { restartOf } from './session-file/clear-mark.ts'
import { resultsDirectory } from './session-file/session-directories.ts'
import type { Session } from './session-parts.ts'
import { TurnTally } from './spending/turn-tally.ts'
import { createThreadGate, type ThreadGate } from './thread-gate.ts'
import type { ThreadOptions } from './thread-options.ts'
import { createToolset, needsListedTools, noteLoaded, type Toolset } from './toolset/part.ts'
import { type CollectNews, createNews } from './turn/collect-news.ts'
import { parentOf } from './turn/prefix-of.ts'
import { ReplyWatch } from './turn/reply-watch.ts'

/** One running chain of a session: what it has of its own. */
export interface ThreadParts extends ThreadGate {
  /** Absent: the conversation. */
  readonly agent?: AgentOrigin
  /** The tools it was given, as written; absent: all. */
  readonly toolList?: readonly string[]
  /** Its requests begin with these bytes. */
  readonly prefix?: Prefix
  readonly scope: Scope
  readonly session: Session
  /** With the chain, the tools and the model of this thread. */
  readonly config: EngineConfig
  readonly live: Live
  readonly cache: Cache
  readonly hooks: Hooks
  readonly plan: Plan
  readonly review: Review
  readonly toolset: Toolset
  /** What it may call, now. */
  tools(): Toolbox
  readonly prompt: Prompt
  readonly ports: Ports
  readonly context: Context
  readonly mentions: Mentions
  readonly replies: ReplyWatch
  readonly results: ResultBudget
  readonly tally: TurnTally
  readonly memo: NormalizeMemo
  readonly news: CollectNews
  readonly advice: Advice
  /** The one way into the chain: on disk, then told to every part. */
  record(message: Message): Promise<MessageEntry>
  emit(event: Event): Promise<void> | undefined
}

/** Makes what a thread has of its own; a line for each part, in the order they hear of things. */
export const createThread = (options: ThreadOptions): ThreadParts => {
  const { session, cache, live, agent, prefix, emit } = options
  const { config } = cache
  const opening = createOpening(options)
  const { scope } = opening
  const work = createWork(options, opening)
  session.forgetFiles.add(work.ports.files.forget)
  const record = async (message: Message): Promise<MessageEntry> => {
    const entry = await config.session.record(message)
    scope.recorded(message)
    const why = restartOf(message)
    if (why) await scope.restarted(config.session.messages, why)
    return entry
  }
  return {
    session,
    config,
    live,
    cache,
    ...opening,
    ...work,
    ...(agent ? { agent } : {}),
    ...(options.toolList ? { toolList: options.toolList } : {}),
    ...(prefix ? { prefix } : {}),
    results: createResultBudget(
      () => resultsDirectory(config),
      () =>
        config.prompt.small ? resultChars(findModel(live.model, config.models.rows).facts.window) : undefined,
    ),
    tally: new TurnTally(),
    memo: createNormalizeMemo(),
    news: createNews(() => scope.news, { config, secrets: session.shared.secrets }),
    advice: createAdvice({ session, config, live }),
    record,
    emit,
  }
}

/** What stands before the conversation of the thread, and what decides its calls. */
const createOpening = (given: ThreadOptions) => {
  const { session, cache, live, agent, wants, rules, hooks: own, ...options } = given
  const { config } = cache
  const emit = (event: Event): void => void options.emit(event)
  const scope = new Scope(line => config.runtime.log?.(line), agent ? undefined : session.scope)
  scope.add(cache)
  const silent = options.unhooked === true
  const hooks = agent
    ? scope.add(threadHooks(createHooks, { session, config, live, emit, agent, own, silent }))
    : session.hooks
  const plan: Plan = createPlan({
    config,
    live,
    forAgent: agent !== undefined && !options.member,
    ...(options.member && agent ? { name: agent.id } : {}),
    approver: () => planApprover(config.permissions, hooks, options.member),
    onTold: () => toolset.loadFor('plan'),
    warn: text => emit(notice('warning', text)),
  })
  const mayCall = (name: string): boolean =>
    session.contributions.late(wants).some(spec => spec.name === name)
  const decided = createThreadGate({ session, config, live, agent, plan, rules, hooks, mayCall, emit })
  const gate = scope.add(decided.gate)
  scope.add(decided.grants)
  const tools = (): Toolbox => session.contributions.toolbox(config.tools, wants)
  hooks.lend({ matchesRule: createMatchCall(gate, tools) })
  const toolset: Toolset = createToolset({
    tools: () => config.tools,
    late: () => session.contributions.late(wants),
    ...startingServers(session.mcp, wants),
    loaded: config.session.loadedTools,
    onLoad: noteLoaded(config, cache.tell),
    needsListed: () => needsListedTools(config.models, live.model),
    isFresh: () => !config.session.messages.some(({ type }) => type === 'assistant'),
    replay: standing => prompt.replayTools(standing),
  })
  const instructions = createInstructions({ config, live, gate, hooks, emit })
  const prompt: Prompt = scope.add(
    createPrompt({
      config,
      live,
      standingTools: toolset.standing,
      renewTools: toolset.renew,
      onMoved: detail => cache.tell({ cause: 'system_changed', detail }),
      instructions,
      clean: text => session.shared.secrets.clean(text),
    }),
  )
  scope.add(instructions)
  const leases = scope.add(createThreadLeases(session.shared.leases, agent)).port
  return { scope, hooks, plan, leases, tools, toolset, instructions, prompt, ...decided }
}

/** What it works with, and how what it did is kept in sight. */
const createWork = (
  { session, cache, live, agent, ...options }: ThreadOptions,
  opening: ReturnType<typeof createOpening>,
) => {
  const { scope, hooks, plan, leases, gate, toolset, instructions, prompt, skills } = opening
  const { config, drift } = cache
  const { purse, request, shared } = session
  const replies = new ReplyWatch()
  const emit = (event: Event): void => void options.emit(event)
  const memory = scope.add(
    createMemory({
      config,
      live,
      accounts: purse.accounts,
      purse,
      side: shared.side,
      tasks: shared.tasks,
      emit,
      files: () => ports.files,
    }),
  )
  const ports: Ports = createPorts({
    leases,
    config,
    live,
    gate,
    toolset,
    shared,
    plan: plan.port,
    ...(agent ? { agent, member: options.member } : { member: config.teams?.member }),
    agents: shared.agents.portOf(parentOf({ ...options, agent, prompt, toolset, config, live, replies })),
    onCwd: cwd => config.session.setCwd(cwd),
    onSeen(path) {
      for (const each of [instructions, session.skills, session.languages]) each.touch(path)
    },
    exported: hooks.envFile.filled,
    beforeWrite: memory.beforeWrite,
    emit,
  })
  if (!agent) addPersonal({ scope, session, live, gate, ports, prompt, config, emit })
  if (agent) scope.add(shared.browser.tabsOf(agent.id))
  scope.add(createReminders({ config, prompt, ports: { ...ports, leases } }))
  scope.add(createServerNews(session.mcp, toolset, config))
  scope.add(agentListing({ session, cache, live }, toolset))
  scope.add(plan)
  const review = scope.add(createReview({ config, live, request, prompts: plan.prompts }))
  scope.add(ports)
  scope.add(skills.within(ports))
  const around = { ...shared, config, live, hooks, toolset, purse, skills, emit }
  const context = scope.add(createContext({ ...around, ports, prompt, plan, drift }))
  const mentions = createMentions({
    config,
    live,
    gate,
    ports,
    secrets: shared.secrets,
    content: prompt.content,
    servers: session.mcp,
    peers: agent ? undefined : shared.peers,
  })
  return { review, ports, context, mentions, replies }
}

const agentListing = (
  { session, cache, live }: Pick<ThreadOptions, 'session' | 'cache' | 'live'>,
  toolset: Toolset,
) =>
  createAgentListing({
    config: cache.config,
    live,
    secrets: session.shared.secrets,
    ready: () => session.skills.ready(),
    agents: () => session.contributions.all().agents,
    forks: () => cache.config.agents?.forks === true && !live.coordinator,
    mayStart: () => toolset.standing().some(({ name }) => name === RULE_NAMES.agent),
  })
