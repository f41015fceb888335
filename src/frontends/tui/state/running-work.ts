import { escapeLine } from '../../../lib/escape-text.ts'
import type { TaskInfo } from '../../../protocol/tool.ts'
import { isAtWork } from './agent-tree.ts'
import type { UiState } from './ui-state.ts'

/** What goes on beside the conversation, by number. */
export interface RunningWork {
  readonly agents: number
  readonly commands: number
  /** Monitors, workflows, memory that is tidied. */
  readonly others: number
}

const AGENTS: ReadonlySet<TaskInfo['kind']> = new Set(['agent', 'teammate', 'remote_agent'])

const isAgentTask = ({ kind }: Pick<TaskInfo, 'kind'>): boolean => AGENTS.has(kind)

/** An agent in the background is also a task: it counts once. */
export const runningWork = ({ agents, tasks }: Pick<UiState, 'agents' | 'tasks'>): RunningWork => {
  const running = tasks.filter(task => task.status === 'running')
  const ids = new Set([
    ...agents.flatMap(agent => (agent.info && isAtWork(agent) ? [agent.id] : [])),
    ...running.flatMap(task => (isAgentTask(task) ? [task.id] : [])),
  ])
  const commands = running.filter(({ kind }) => kind === 'shell').length
  return {
    agents: ids.size,
    commands,
    others: running.filter(task => task.kind !== 'shell' && !isAgentTask(task)).length,
  }
}

export const isWorking = (work: RunningWork): boolean => work.agents + work.commands + work.others > 0

const NAME_CHARS = 60

/** What runs, as the person knows it, each in a line. */
export const runningNames = (tasks: readonly TaskInfo[]): readonly string[] =>
  tasks
    .filter(({ status, kind }) => status === 'running' && kind !== 'dream')
    .map(({ command, description, id }) => `${escapeLine(command ?? description, NAME_CHARS)} (${id})`)
