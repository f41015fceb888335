import { join } from 'node:path'
import { agentMemory } from '../../agents/agent-memory.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { HandOff } from '../../agents/hand-off.ts'
import type { SessionAgents } from '../../agents/session-agents.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import type { OpenThread, Thread, ThreadSpec } from '../../protocol/thread.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { FanOut } from '../calls/fan-out-question.ts'
import { usableModel } from '../live/usable-model.ts'
import { findEarlierAgent } from '../session-file/earlier-agents.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { AgentsOptions } from './agents-options.ts'

/** Opens an agent on another machine; undefined: it works here. */
interface FleetAgents {
  open(spec: ThreadSpec, openHere: OpenThread): Promise<Thread | undefined>
}

type Deps = ConstructorParameters<typeof SessionAgents>[0]

/** What the agents of a session work with. */
export const depsOf = (options: AgentsOptions, fleet?: FleetAgents): Deps => {
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
