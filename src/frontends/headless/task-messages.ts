import type {
  SdkBackgroundTasks,
  SdkTaskNotification,
  SdkTaskStarted,
} from '../../protocol/control/sdk-message.ts'
import type { Event } from '../../protocol/event.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { AnnouncedAgents } from './agent-messages.ts'

type TaskEvent = Extract<Event, { readonly type: 'task' }>
type Identify = () => { readonly uuid: string; readonly session_id: string }

/** The beginning or the end of background work, then what is left of it. */
export const fromTask = (
  event: TaskEvent,
  identity: Identify,
  agents?: Pick<AnnouncedAgents, 'has'>,
): readonly (SdkTaskStarted | SdkTaskNotification | SdkBackgroundTasks)[] => {
  const { task } = event
  const told =
    event.change === 'started' || task.status === 'running'
      ? started(task, identity())
      : notification(event, task.status, identity())
  const tasks = runningTasks(event.running)
  // Of an agent that goes to the background the host knows already.
  const isTold = told.subtype === 'task_started' && agents?.has(task.id) === true
  return [
    ...(isTold ? [] : [told]),
    { type: 'system', subtype: 'background_tasks_changed', tasks, ...identity() },
  ]
}

/** What runs, as it is listed on the wire. */
export const runningTasks = (running: readonly TaskInfo[]): SdkBackgroundTasks['tasks'] =>
  running.map(one => ({
    ...nameOf(one),
    task_type: typeOf(one),
    description: one.description,
    status: 'running' as const,
  }))

const started = (task: TaskInfo, identity: ReturnType<Identify>): SdkTaskStarted => ({
  type: 'system',
  subtype: 'task_started',
  ...nameOf(task),
  description: task.description,
  task_type: typeOf(task),
  is_backgrounded: true,
  ...identity,
})

const notification = (
  { task, summary }: TaskEvent,
  status: SdkTaskNotification['status'],
  identity: ReturnType<Identify>,
): SdkTaskNotification => ({
  type: 'system',
  subtype: 'task_notification',
  ...nameOf(task),
  status,
  output_file: task.outputFile ?? '',
  summary,
  ...(task.usage && {
    usage: {
      total_tokens: task.usage.tokens,
      tool_uses: task.usage.toolUses,
      duration_ms: (task.endedAt ?? task.startedAt) - task.startedAt,
    },
  }),
  ...identity,
})

const nameOf = (task: TaskInfo) => ({
  task_id: task.id,
  ...(task.toolUseId !== undefined && { tool_use_id: task.toolUseId }),
})

/** As programs on the wire know them. */
const TYPES: Readonly<Record<TaskInfo['kind'], SdkTaskStarted['task_type']>> = {
  shell: 'local_bash',
  agent: 'local_agent',
  teammate: 'in_process_teammate',
  remote_agent: 'remote_agent',
  dream: 'dream',
  workflow: 'local_workflow',
  monitor: 'monitor_mcp',
}

const typeOf = (task: TaskInfo): SdkTaskStarted['task_type'] => TYPES[task.kind]
