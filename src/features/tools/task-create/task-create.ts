import * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('task_create', {
  created: { en: 'Task {id} was created: {subject}', zh: '已创建任务 {id}：{subject}' },
})

const input = fields({
  subject: someText({ en: 'A short order: "Fix the login test"', zh: '简短的指令：“修复登录测试”' }),
  description: someText({
    en: 'What has to be done, and how to tell that it is',
    zh: '要做什么，以及怎样算完成',
  }),
  activeForm: someText({ en: 'The subject as something going on', zh: '用进行时表述 subject' }).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

interface TaskCreateOutput {
  readonly task: { readonly id: string; readonly subject: string }
}

export const taskCreateTool: Tool<z.infer<typeof input>, TaskCreateOutput> = {
  name: 'TaskCreate',
  present,
  groups: ['team_lead'],
  description: {
    en: `Puts a task on the shared list, where other agents and later sessions find it. The description must be enough for somebody who saw nothing of this conversation. It starts as pending; links to other tasks are made with TaskUpdate.`,
    zh: '把任务放入共享列表，供其他智能体和以后的会话使用。描述须让完全没看过本对话的人也能明白。初始状态为 pending；与其他任务的关联用 TaskUpdate 设置。',
  },
  deferred: { hint: { en: 'task list shared with agents', zh: '与智能体共享的任务列表' } },
  leavesTrace: true,
  input,
  noAccess: 'Only changes the task list of the session.',
  access: () => [],
  run: withoutProgress(async ({ subject, description, activeForm, metadata }, call) => {
    const task = await call.taskList.create({
      subject,
      description,
      ...(activeForm === undefined ? {} : { activeForm }),
      ...(metadata === undefined ? {} : { metadata }),
    })
    return { task: { id: task.id, subject: task.subject } }
  }),
  show: ({ task }, language) => textBlocks(says('created', { id: task.id, subject: task.subject }), language),
}
