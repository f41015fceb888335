import type { z } from 'zod'
import type { TaskInfo, Tool, ToolCall } from '../../../protocol/tool.ts'
import { TASK_ID_NAMES, withTaskId } from '../background-task-id.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = withTaskId(fields({ task_id: someText() }))
type TaskStopInput = z.output<typeof input>

export interface TaskStopResult {
  readonly message: string
  readonly task_id: string
  readonly task: TaskInfo
}

export const taskStopTool: Tool<TaskStopInput, TaskStopResult> = {
  name: 'TaskStop',
  present,
  aliases: ['KillShell', 'KillBash'],
  groups: ['coordinator', 'served'],
  description: {
    en: 'Ends a background task, by its id or the name of an agent, and everything it started.',
    zh: '按 id 或智能体名称结束后台任务，连同它启动的一切。',
  },
  input,
  otherNames: TASK_ID_NAMES,
  noAccess: 'Only ends a task that this session started.',
  access: () => [],
  interrupt: 'block',
  leavesTrace: true,
  run: withoutProgress(stopTask),
  show: output => [{ type: 'text', text: output.message }],
  deferred: { hint: { en: 'stop, kill a background command or task', zh: '停止、终止后台命令或任务' } },
}

async function stopTask({ task_id }: TaskStopInput, { tasks, signal }: ToolCall): Promise<TaskStopResult> {
  const wasRunning = tasks.get(task_id)?.status === 'running'
  const task = await tasks.stop(task_id)
  const message =
    wasRunning && task.status === 'stopped'
      ? `Stopped task ${task.id} (${task.description}). ${await leftBy(task, { tasks, signal })}`
      : `Task ${task.id} had ended already (${task.status}${task.exitCode === undefined ? '' : `, exit code ${task.exitCode}`}).`
  return { message, task_id, task }
}

/** Work with an answer says what it had so far: whoever stops it may not be able to read files. */
const leftBy = async (
  task: TaskInfo,
  { tasks, signal }: Pick<ToolCall, 'tasks' | 'signal'>,
): Promise<string> => {
  const { id, kind, outputFile, worktree, released = [] } = task
  if (kind === 'teammate' && released.length > 0)
    return `Its unfinished tasks are pending again: ${released.join('; ')}.`
  if (kind !== 'agent' && kind !== 'workflow') return `What it printed is in ${outputFile}.`
  const { text } = await tasks.output(id, { signal })
  const said = reportedIn(text.trim(), kind)
  const tree = worktree && `What it changed is kept in the worktree ${worktree.path} (${worktree.branch}).`
  return [said, ...(tree ? [tree] : [])].join('\n')
}

/** How an agent that did not come to its end lists what it did, behind what it said. */
const LAST_CALLS = /^([\s\S]*?)(\[Its last calls: [^\n]*\])$/

const reportedIn = (text: string, kind: TaskInfo['kind']): string => {
  if (text === '') return 'It had reported nothing yet.'
  if (kind !== 'agent') return `Before that it reported:\n${text}`
  const [, words, calls] = LAST_CALLS.exec(text) ?? []
  if (words === undefined) return `Before that it said:\n${text}`
  return words.trim() === '' ? `It had said nothing yet. ${calls}` : `Before that it said and did:\n${text}`
}
