import * as z from 'zod'
import type { Tool } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({
  subject: someText('A short order: "Fix the login test"'),
  description: someText('What has to be done, and how to tell that it is'),
  activeForm: someText('The subject as something going on').optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

interface TaskCreateOutput {
  readonly task: { readonly id: string; readonly subject: string }
}

export const taskCreateTool: Tool<z.infer<typeof input>, TaskCreateOutput> = {
  name: 'TaskCreate',
  present,
  groups: ['team_lead'],
  description: `Puts a task on the shared list, where other agents and later sessions find it. The description must be enough for somebody who saw nothing of this conversation. It starts as pending; links to other tasks are made with TaskUpdate.`,
  deferred: { hint: 'add a task to the shared task list' },
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
  show: ({ task }) => [{ type: 'text', text: `Task ${task.id} was created: ${task.subject}` }],
}
