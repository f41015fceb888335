import type * as z from 'zod'
import type { ListedTask } from '../../../protocol/agents/task-list.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('list_tasks', {
  empty: { en: 'The task list is empty.', zh: '任务列表为空。' },
  waits: { en: 'waits for {ids}', zh: '等待 {ids}' },
  task: { en: '{id}. {subject} ({facts:list})', zh: '{id}. {subject}（{facts:list}）' },
})

const input = fields({})

type Row = Pick<ListedTask, 'id' | 'subject' | 'status' | 'owner' | 'blockedBy' | 'activeForm'>
interface TaskListOutput {
  readonly tasks: readonly Row[]
}

export const taskListTool: Tool<z.infer<typeof input>, TaskListOutput> = {
  name: 'TaskList',
  present,
  groups: ['team_lead', 'team_work', 'quiet'],
  description: {
    en: `Lists the tasks of the shared list with status, owner and what they wait for. Take pending ones that wait for nothing, lowest number first.`,
    zh: '列出共享列表中的任务及其状态、负责人和所等待的任务。领取 pending 且无需等待的，编号小的优先。',
  },
  deferred: { hint: { en: 'task list shared with agents', zh: '与智能体共享的任务列表' } },
  input,
  noAccess: 'Only reads the task list of the session.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(async (_, call) => ({ tasks: (await call.taskList.list()).map(toRow) })),
  show: ({ tasks }, language) => lineBlocks(tasks.length === 0 ? [says('empty')] : tasks.map(line), language),
}

const toRow = ({ id, subject, status, owner, blockedBy, activeForm }: ListedTask): Row => ({
  id,
  subject,
  status,
  ...(activeForm === undefined ? {} : { activeForm }),
  ...(owner === undefined ? {} : { owner }),
  blockedBy,
})

const line = ({ id, subject, status, owner, blockedBy }: Row): LocalizedText => {
  const facts = [
    status,
    ...(owner === undefined ? [] : [owner]),
    ...(blockedBy.length === 0 ? [] : [says('waits', { ids: blockedBy.join(', ') })]),
  ]
  return says('task', { id, subject, facts })
}
