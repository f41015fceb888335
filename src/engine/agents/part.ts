import { join } from 'node:path'
import { agentMemory } from '../../agents/agent-memory.ts'
import type { AgentParent } from '../../agents/agent-parent.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { HandOff } from '../../agents/hand-off.ts'
import type { SpawnRequest } from '../../agents/plan-agent.ts'
import type { SessionAgents } from '../../agents/session-agents.ts'
import { hasBrackets } from '../../agents/tool-pool.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import type { AgentInfo, AgentOutcome, AgentProgress, Agents } from '../../protocol/agents/agents.ts'
import type { FleetChoice, FleetJobs } from '../../protocol/agents/fleet-work.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { OpError } from '../../protocol/op.ts'
import type { OpenThread, ThreadSpec } from '../../protocol/thread.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { FanOut } from '../calls/fan-out-question.ts'
import { usableModel } from '../live/usable-model.ts'
import type { Part } from '../scope.ts'
import { findEarlierAgent } from '../session-file/earlier-agents.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { AgentsOptions } from './agents-options.ts'

export interface AgentsPart extends Part {
  /** For the calls of one thread. */
  portOf(parent: AgentParent): Agents
  moveToBackground(toolUseId: string | undefined): void
  list(): readonly AgentInfo[]
  /** One of them, wherever it works. */
  stop(id: string): Promise<void>
  /** For the conversation, by somebody of ours. Throws ToolError as the calls of a thread do. */
  run(request: SpawnRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
}

/** The agents of a session. */
export const createAgents = (options: AgentsOptions): AgentsPart => {
  const agents = createLazily(options)
  const { remoteHosts: hosts } = options.config
  let conversation: AgentParent | undefined
  const serve = async (work: (parent: AgentParent) => Promise<unknown>): Promise<void> => {
    if (!conversation) throw new OpError(agentText('not_begun'))
    await asOp(work(conversation))
  }
  const earlier = createEarlier(options.config)
  const stop = async (id: string): Promise<void> => {
    if (!(await options.team.stop(id))) await (await agents.load()).stop(id)
  }
  return {
    portOf(parent) {
      if (parent.depth === 0) conversation = parent
      return {
        run(request, signal) {
          // Whoever calls this was granted the call, and with it the machine.
          if (request.where !== undefined) hosts?.approve(request.where)
          return agents.run(parent, request, signal)
        },
        ...(hosts ? { whyNotThere: where => hosts.whyNot(where) } : {}),
        send: async message => await (await agents.load()).send(parent, message),
        list: () => agents.list(),
        stop: async id => await (await agents.load()).stop(id),
      }
    },
    moveToBackground: id => agents.loaded()?.moveToBackground(id),
    list: () => agents.list(),
    stop,
    run(request, signal) {
      if (!conversation) throw new ToolError(agentText('not_begun'))
      return agents.run(conversation, request, signal)
    },
    ops: {
      tell_agent: ({ agentId, text }) =>
        serve(
          async parent =>
            (await options.team.tell(agentId, text)) ||
            (await agents.load()).send(parent, { to: agentId, text }),
        ),
      stop_agent: ({ agentId }) => serve(() => stop(agentId)),
    },
    commandHost: signal => ({
      async startFleet() {
        if (!agents.fleet) throw new OpError(agentText('no_fleet'))
        await asOp(agents.fleet.use())
      },
      async startFork(task) {
        if (!conversation) throw new OpError(agentText('not_begun'))
        const all = await agents.load()
        return await asOp(all.startFork(conversation, task, signal))
      },
    }),
    answers: {
      async runningAgents() {
        const before = await earlier()
        const now = [...agents.list(), ...options.team.elsewhere()]
        return [...before.filter(({ id }) => !now.some(each => each.id === id)), ...now]
      },
    },
    async [Symbol.asyncDispose]() {
      await agents.loaded()?.stopAll()
      await agents.fleet?.close()
    },
  }
}

/** Most sessions have no agents: what runs them is loaded with the first. */
const createLazily = (options: AgentsOptions) => {
  let all: SessionAgents | undefined
  const fleet = options.config.fleet && fleetOf(options, options.config.fleet)
  const load = async (): Promise<SessionAgents> => {
    const { SessionAgents } = await import('../../agents/session-agents.ts')
    all ??= new SessionAgents(depsOf(options, fleet))
    return all
  }
  return {
    load,
    loaded: () => all,
    fleet,
    list: (): readonly AgentInfo[] => all?.list() ?? [],
    async *run(...asked: Parameters<SessionAgents['run']>): AsyncGenerator<AgentProgress, AgentOutcome> {
      return yield* (await load()).run(...asked)
    },
  }
}

/** Agents of earlier runs of the session: their files are read once, when somebody asks. */
const createEarlier = ({ session, models, place }: AgentsOptions['config']) => {
  let read: Promise<readonly AgentInfo[]> | undefined
  return (): Promise<readonly AgentInfo[]> => {
    read ??= import('./earlier-agent-infos.ts').then(({ readEarlierAgents }) =>
      readEarlierAgents(session.path, {
        cwd: place.cwd,
        price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
      }),
    )
    return read
  }
}

/** What the model would read is as good for a person. */
const asOp = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof ToolError ? new OpError(asLocalized(error.localized)) : error
  }
}

type Deps = ConstructorParameters<typeof SessionAgents>[0]

/** Agents that work on other machines; nothing of it is loaded before the first. */
const fleetOf = ({ threads, ...at }: AgentsOptions, choice: FleetChoice) => {
  let { use } = choice
  let opened: Promise<FleetJobs> | undefined
  const jobs = (): Promise<FleetJobs> => {
    opened ??= choice.open()
    opened.catch(() => {
      // The next one tries again.
      opened = undefined
    })
    return opened
  }
  return {
    async use() {
      await jobs()
      use ??= 'isolated'
    },
    /** Undefined: it works here. */
    async open(spec: ThreadSpec, openHere: OpenThread) {
      const isIsolated = typeof spec.facts?.['worktree'] === 'string'
      if (use === undefined || (use === 'isolated' && !isIsolated)) return undefined
      // What a list limits the calls of its tools to is only known here.
      if (spec.prefix || spec.member || spec.goesOn || spec.tools?.some(hasBrackets)) return undefined
      const { openFleetThread } = await import('./fleet-thread.ts')
      return await openFleetThread({ spec, openHere, jobs: await jobs(), at })
    },
    async close() {
      await (await opened?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}

const depsOf = (options: AgentsOptions, fleet?: ReturnType<typeof fleetOf>): Deps => {
  const { config, contributions, skills, mcp, tasks, worktrees, team, side, desk, purse, threads, emit } =
    options
  const { models, session, runtime } = config
  return {
    settings: settingsOf(config),
    language: config.prompt.promptLanguage,
    tasks,
    worktrees,
    team,
    emit,
    newId: runtime.newId,
    now: () => runtime.now().getTime(),
    async open(spec) {
      if (!threads.open) throw new ToolError(agentText('cannot_start'))
      return (await fleet?.open(spec, threads.open)) ?? (await threads.open(spec))
    },
    async definitions() {
      await skills.ready()
      const { agents } = contributions.all()
      if (config.prompt.promptLanguage !== 'zh') return agents
      return (await import('../../features/agents/built-in/in-chinese.ts')).inChinese(agents)
    },
    toolsIn: config.tools.toolsIn ?? (() => []),
    resolve: name => (name === 'small' ? models.small : usableModel(config, name)),
    price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
    refused: model => purse.refused(model),
    earlier: async to => findEarlierAgent(session.path, to),
    ...(config.permissions.canAsk
      ? {
          mayFanOut: async (wave: FanOut, signal: AbortSignal) =>
            (
              await desk.ask(
                (await import('../calls/fan-out-question.ts')).fanOutQuestion(wave, runtime.newId),
                signal,
              )
            )?.behavior === 'allow',
        }
      : {}),
    skillText: async name => await skills.find(name)?.body(),
    missingServer: async names => await mcp.missing(names),
    handOff: (done, signal) => review({ config, side }, done, signal),
    memoryOf: definition =>
      agentMemory(definition, { ...config.place, configHome: config.skills?.configHome }),
    outputFile: id => join(resultsDirectory(config), `${id}.output`),
    async endTasks(calls) {
      const own = tasks
        .list()
        .filter(({ status, toolUseId }) => status === 'running' && calls.has(toolUseId ?? ''))
      await Promise.all(own.map(({ id }) => tasks.stop(id)))
    },
  }
}

const review = async (
  { config, side }: Pick<AgentsOptions, 'config' | 'side'>,
  done: HandOff,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (done.actions.length === 0) return undefined
  const { handOffFailure, handOffQuestion, handOffWarning } = await import('../../agents/hand-off.ts')
  const { promptLanguage: language } = config.prompt
  try {
    const question = handOffQuestion(done, language)
    return handOffWarning(
      await side.ask({ source: 'hand_off', ...question, maxTokens: 200, signal }),
      language,
    )
  } catch (error) {
    return handOffFailure(error, language)
  }
}

/** Where nothing wakes the conversation, an agent that was waited for goes on being waited for. */
const settingsOf = ({ agents = {}, wake }: AgentsOptions['config']): AgentSettings =>
  wake ? agents : { backgroundAfterMs: 0, ...agents }
