import type { AgentParent } from '../../agents/agent-parent.ts'
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
import type { Part } from '../scope.ts'
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
    const [{ SessionAgents }, { depsOf }] = await Promise.all([
      import('../../agents/session-agents.ts'),
      import('./agents-deps.ts'),
    ])
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
