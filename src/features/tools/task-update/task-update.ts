import * as z from 'zod'
import { nextTask, type TaskChange } from '../../../protocol/agents/task-list.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields, listOf, plainText, someText } from '../input-fields.ts'
import { taskId } from '../task-id.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('task_update', {
  deleted: { en: 'Task {id} was deleted.', zh: '已删除任务 {id}。' },
  same: {
    en: 'Task {id} is as it was: nothing in the input changes it.',
    zh: '任务 {id} 没有变化：输入没有改动它。',
  },
  changed: { en: 'Task {id} was changed ({fields}).', zh: '已更改任务 {id}（{fields}）。' },
  now: { en: 'It is {status} now.', zh: '现在状态为 {status}。' },
  waits: { en: 'It still waits for {ids}.', zh: '它仍在等待 {ids}。' },
  next: { en: 'Next: {id}. {subject}', zh: '下一个：{id}. {subject}' },
})

const input = fields({
  taskId: taskId(),
  status: z.enum(['pending', 'in_progress', 'completed', 'deleted']).optional(),
  subject: someText().optional(),
  description: someText().optional(),
  activeForm: someText().optional(),
  owner: plainText({
    en: 'Name of the agent that works on it; empty gives it back',
    zh: '负责的智能体名称；留空则放弃',
  }).optional(),
  addBlocks: listOf(taskId()).optional(),
  addBlockedBy: listOf(taskId()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

interface TaskUpdateOutput {
  readonly success: true
  readonly taskId: string
  readonly updatedFields: readonly string[]
  readonly statusChange?: { readonly from: string; readonly to: string }
  /** What it still waits for. */
  readonly blockedBy: readonly string[]
  /** After one was completed: what could be begun now. */
  readonly next?: { readonly id: string; readonly subject: string }
}

export const taskUpdateTool: Tool<z.infer<typeof input>, TaskUpdateOutput> = {
  name: 'TaskUpdate',
  present,
  groups: ['team_lead', 'team_work'],
  description: {
    en: `Changes a task of the shared list. Set in_progress when you begin and completed only when the work is done and checked; deleted takes it off the list. addBlocks: tasks that must wait for this one; addBlockedBy: tasks this one must wait for. metadata is merged, a null value removes its key.`,
    zh: '修改共享列表中的任务。开始时设为 in_progress，做完并检查过才设为 completed；deleted 将其移出列表。addBlocks：必须等待本任务的任务；addBlockedBy：本任务必须等待的任务。metadata 合并写入，值为 null 则删除该键。',
  },
  deferred: { hint: { en: 'task list shared with agents', zh: '与智能体共享的任务列表' } },
  leavesTrace: true,
  input,
  noAccess: 'Only changes the task list of the session.',
  access: () => [],
  run: withoutProgress(async ({ taskId: id, ...change }, call) => {
    const { before, after, fields: updatedFields } = await call.taskList.update(id, given(change))
    const to = after?.status ?? 'deleted'
    const isDone = to === 'completed' && before.status !== to
    const next = isDone ? nextTask(await call.taskList.list(), after?.owner) : undefined
    return {
      success: true,
      taskId: id,
      updatedFields,
      ...(before.status === to ? {} : { statusChange: { from: before.status, to } }),
      blockedBy: after?.blockedBy ?? [],
      ...(next ? { next: { id: next.id, subject: next.subject } } : {}),
    }
  }),
  show: (output, language) => textBlocks(describe(output), language),
}

/** Absent and undefined are the same to the model, not to the types. */
const given = (change: Omit<z.infer<typeof input>, 'taskId'>): TaskChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

const describe = ({
  taskId: id,
  updatedFields,
  statusChange,
  blockedBy,
  next,
}: TaskUpdateOutput): LocalizedText => {
  if (statusChange?.to === 'deleted') return says('deleted', { id })
  if (updatedFields.length === 0) return says('same', { id })
  return sentences([
    says('changed', { id, fields: updatedFields.join(', ') }),
    ...(statusChange ? [says('now', { status: statusChange.to })] : []),
    ...(blockedBy.length === 0 ? [] : [says('waits', { ids: blockedBy.join(', ') })]),
    ...(next ? [says('next', { id: next.id, subject: next.subject })] : []),
  ])
}
