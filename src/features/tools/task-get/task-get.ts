import type * as z from 'zod'
import type { ListedTask } from '../../../protocol/agents/task-list.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { taskId } from '../task-id.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('task_get', {
  none: {
    en: 'There is no such task. TaskList shows which there are.',
    zh: '没有这个任务。TaskList 可查看现有任务。',
  },
  task: { en: 'Task {id}: {subject}', zh: '任务 {id}：{subject}' },
  status: { en: 'Status: {status}', zh: '状态：{status}' },
  owner: { en: 'Owner: {owner}', zh: '所有者：{owner}' },
  waits: { en: 'Waits for: {ids}', zh: '等待：{ids}' },
  blocks: { en: 'Blocks: {ids}', zh: '阻塞：{ids}' },
  metadata: { en: 'Metadata: {data}', zh: '元数据：{data}' },
})

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
  deferred: { hint: { en: 'task list shared with agents', zh: '与智能体共享的任务列表' } },
  input,
  noAccess: 'Only reads the task list of the session.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(async (given, call) => {
    const tasks = await call.taskList.list()
    return { task: tasks.find(({ id }) => id === given.taskId) ?? null }
  }),
  show: ({ task }, language) => lineBlocks(task ? describe(task) : [says('none')], language),
}

const describe = (task: ListedTask): readonly Text[] => [
  says('task', { id: task.id, subject: task.subject }),
  says('status', { status: task.status }),
  ...(task.owner === undefined ? [] : [says('owner', { owner: task.owner })]),
  ...(task.blockedBy.length === 0 ? [] : [says('waits', { ids: task.blockedBy.join(', ') })]),
  ...(task.blocks.length === 0 ? [] : [says('blocks', { ids: task.blocks.join(', ') })]),
  ...(task.metadata === undefined ? [] : [says('metadata', { data: JSON.stringify(task.metadata) })]),
  '',
  task.description,
]
