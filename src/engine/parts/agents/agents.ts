import { join } from 'node:path'
import type { AgentParent } from '../../../agents/agent-parent.ts'
import type { AgentSettings } from '../../../agents/agent-settings.ts'
import type { SpawnRequest } from '../../../agents/plan-agent.ts'
import { SessionAgents } from '../../../agents/session-agents.ts'
import { findModel } from '../../../features/models/catalogue.ts'
import { costOf } from '../../../features/models/pricing.ts'
import type { AgentOutcome, AgentProgress, Agents } from '../../../protocol/agents/agents.ts'
import type { Event } from '../../../protocol/event.ts'
import { OpError } from '../../../protocol/op.ts'
import type { BackgroundTasks } from '../../../protocol/task-work.ts'
import type { OpenThread } from '../../../protocol/thread.ts'
import { type Tasks, ToolError } from '../../../protocol/tool.ts'
import { modelFor } from '../../live/set-model.ts'
import type { Limits } from '../../options/limits.ts'
import type { ModelChoice } from '../../options/model-choice.ts'
import type { Runtime } from '../../options/runtime.ts'
import type { SessionEnvironment } from '../../options/session-environment.ts'
import type { Part } from '../../scope.ts'
import { findEarlierAgent } from '../../session-file/earlier-agents.ts'
import { resultsDirectory } from '../../session-file/own-directories.ts'
import type { SessionHandle } from '../../session-file/session-handle.ts'
import type { Purse } from '../budgets.ts'
import type { Contributions } from '../contributions.ts'
import type { Skills } from '../skills.ts'

export interface AgentsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly limits: Limits
    readonly agents?: AgentSettings
    readonly runtime: Runtime
    readonly wake?: boolean
  }
  readonly contributions: Pick<Contributions, 'all'>
  /** Knows when what files bring is known. */
  readonly skills: Pick<Skills, 'ready'>
  readonly tasks: BackgroundTasks & Pick<Tasks, 'list' | 'stop'>
  readonly purse: Pick<Purse, 'refused'>
  readonly threads: { readonly open?: OpenThread }
  emit(event: Event): Promise<void> | undefined
}

export interface AgentsPart extends Part {
  /** For the calls of one thread. */
  portOf(parent: AgentParent): Agents
  moveToBackground(toolUseId: string | undefined): void
  /** For the conversation, by somebody of ours. Throws ToolError as the calls of a thread do. */
  run(request: SpawnRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
}

/** The agents of a session. */
export const createAgents = (options: AgentsOptions): AgentsPart => {
  const agents = new SessionAgents(depsOf(options))
  let conversation: AgentParent | undefined
  const serve = async (work: (parent: AgentParent) => Promise<unknown>): Promise<void> => {
    if (!conversation) throw new OpError('The session has not begun.')
    await asOp(work(conversation))
  }
  return {
    portOf(parent) {
      if (parent.depth === 0) conversation = parent
      return agents.portOf(parent)
    },
    moveToBackground: id => agents.moveToBackground(id),
    run(request, signal) {
      if (!conversation) throw new ToolError('The session has not begun.')
      return agents.run(conversation, request, signal)
    },
    ops: {
      tell_agent: ({ agentId, text }) => serve(parent => agents.send(parent, { to: agentId, text })),
      stop_agent: ({ agentId }) => serve(() => agents.stop(agentId)),
    },
    commandHost: signal => ({
      async startFork(task) {
        if (!conversation) throw new OpError('The session has not begun.')
        return await asOp(agents.startFork(conversation, task, signal))
      },
    }),
    answers: { runningAgents: () => agents.list() },
    [Symbol.asyncDispose]: () => agents.stopAll(),
  }
}

/** What the model would read is as good for a person. */
const asOp = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof ToolError ? new OpError(error.message) : error
  }
}

type Deps = ConstructorParameters<typeof SessionAgents>[0]

const depsOf = (options: AgentsOptions): Deps => {
  const { config, contributions, skills, tasks, purse, threads, emit } = options
  const { models, session, runtime } = config
  return {
    settings: settingsOf(config),
    tasks,
    emit,
    newId: runtime.newId,
    now: () => runtime.now().getTime(),
    async open(spec) {
      if (!threads.open) throw new ToolError('This session cannot start agents.')
      return await threads.open(spec)
    },
    async definitions() {
      await skills.ready()
      return contributions.all().agents
    },
    resolve: name => (name === 'small' ? models.small : modelFor(config, name)),
    price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
    refused: model => purse.refused(model),
    earlier: async to => findEarlierAgent(session.path, to),
    outputFile: id => join(resultsDirectory(config), `${id}.output`),
    async endTasks(calls) {
      const own = tasks
        .list()
        .filter(({ status, toolUseId }) => status === 'running' && calls.has(toolUseId ?? ''))
      await Promise.all(own.map(({ id }) => tasks.stop(id)))
    },
  }
}

/** Where nothing wakes the conversation, an agent that was waited for goes on being waited for. */
const settingsOf = ({ agents = {}, wake }: AgentsOptions['config']): AgentSettings =>
  wake ? agents : { backgroundAfterMs: 0, ...agents }
