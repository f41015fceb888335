import type * as z from 'zod'
import { toolQuestion } from '../../../protocol/messages/tool-questions.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({})

interface EnterPlanOutput {
  readonly planFilePath: string
}

const NOT_HERE = 'This session has no plan mode. Describe the plan in your answer instead.'

export const enterPlanModeTool: Tool<z.infer<typeof input>, EnterPlanOutput> = {
  name: 'EnterPlanMode',
  present,
  groups: ['conversation', 'planning'],
  description: `Asks the person to switch to plan mode, where you look around and write a plan that they approve before anything is changed. For work that touches several files, has more than one good way to do it, or whose wish is not clear yet; not for small or fully described changes, nor for questions.`,
  input,
  deferred: { hint: 'plan first, change nothing until approved' },
  leavesTrace: true,
  access: () => [
    {
      kind: 'person',
      question: {
        title: toolQuestion('plan_mode_title'),
        why: toolQuestion('plan_mode'),
      },
    },
  ],
  unanswered: 'Go on without plan mode, within what you were asked to do.',
  declined: 'Go on without plan mode, and do not ask for it again.',
  prepare(given, { plan }) {
    if (!plan) throw new ToolError(NOT_HERE)
    if (plan.active)
      throw new ToolError(
        `Plan mode is on already. Write the plan to ${plan.file}, then call ExitPlanMode to have it approved.`,
      )
    return given
  },
  run: withoutProgress(async (_, { plan }) => {
    if (!plan) throw new ToolError(NOT_HERE)
    plan.enter()
    return { planFilePath: plan.file }
  }),
  show: ({ planFilePath }) => [
    { type: 'text', text: `Plan mode is on. The plan belongs in ${planFilePath}.` },
  ],
}
