import type * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('enterPlan', {
  entered: { en: 'Plan mode is on. The plan belongs in {file}.', zh: '规划模式已开启。计划写入 {file}。' },
  notHere: {
    en: 'This session has no plan mode. Describe the plan in your answer instead.',
    zh: '此会话没有规划模式。请直接在回答中说明计划。',
  },
  on: {
    en: 'Plan mode is on already. Write the plan to {file}, then call ExitPlanMode to have it approved.',
    zh: '规划模式已开启。把计划写入 {file}，然后调用 ExitPlanMode 请求批准。',
  },
})

const input = fields({})

interface EnterPlanOutput {
  readonly planFilePath: string
}

export const enterPlanModeTool: Tool<z.infer<typeof input>, EnterPlanOutput> = {
  name: 'EnterPlanMode',
  present,
  groups: ['conversation', 'planning', 'dialog', 'direct'],
  description: {
    en: `Asks the person to switch to plan mode, where you look around and write a plan that they approve before anything is changed. For work that touches several files, has more than one good way to do it, or whose wish is not clear yet; not for small or fully described changes, nor for questions.`,
    zh: '请用户切换到规划模式：你先查看并写出计划，用户批准前不做任何改动。适合涉及多个文件、有不止一种好做法或需求尚不明确的工作；小改动、已描述清楚的改动和提问不要用。',
  },
  input,
  deferred: { hint: { en: 'plan first, change nothing until approved', zh: '先做计划，批准前不改动' } },
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
  unanswered: {
    en: 'Go on without plan mode, within what you were asked to do.',
    zh: '不用规划模式继续，限于任务要求的范围。',
  },
  declined: {
    en: 'Go on without plan mode, and do not ask for it again.',
    zh: '不用规划模式继续，不要再次请求。',
  },
  prepare(given, { plan }) {
    if (!plan) throw new ToolError(says('notHere'))
    if (plan.active) throw new ToolError(says('on', { file: plan.file }))
    return given
  },
  run: withoutProgress(async (_, { plan }) => {
    if (!plan) throw new ToolError(says('notHere'))
    plan.enter()
    return { planFilePath: plan.file }
  }),
  show: ({ planFilePath }, language) => textBlocks(says('entered', { file: planFilePath }), language),
}
