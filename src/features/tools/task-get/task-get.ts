import type * as z from 'zod'
import type { ListedTask } from '../../../protocol/agents/task-list.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { taskId } from '../task-id.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({ taskId: taskId() })

interface TaskGetOutput {
  readonly task: ListedTask | null
}

export const taskGetTool: Tool<z.infer<typeof input>, TaskGetOutput> = {
  name: 'TaskGet',
  present,
  groups: ['team_lead'],
  description: {
    en: `Shows one task of the shared list whole: description, owner, what it waits for and what waits for it.`,
    zh: '完整显示共享列表中的一个任务：描述、负责人、它在等什么、什么在等它。',
  },
  deferred: { hint: { en: 'read one of its tasks', zh: '查看其中一个任务' } },
  input,
  noAccess: 'Only reads the task list of the session.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(async (given, call) => {
    const tasks = await call.taskList.list()
    return { task: tasks.find(({ id }) => id === given.taskId) ?? null }
  }),
  show: ({ task }) => [{ type: 'text', text: task ? describe(task) : NONE }],
}

const NONE = 'There is no such task. TaskList shows which there are.'

const describe = (task: ListedTask): string =>
  [
    `Task ${task.id}: ${task.subject}`,
    `Status: ${task.status}`,
    ...(task.owner === undefined ? [] : [`Owner: ${task.owner}`]),
    ...(task.blockedBy.length === 0 ? [] : [`Waits for: ${task.blockedBy.join(', ')}`]),
    ...(task.blocks.length === 0 ? [] : [`Blocks: ${task.blocks.join(', ')}`]),
    ...(task.metadata === undefined ? [] : [`Metadata: ${JSON.stringify(task.metadata)}`]),
    '',
    task.description,
  ].join('\n')
