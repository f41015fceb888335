import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('plan_reminders', {
  missing: { en: 'It does not exist yet.', zh: '它还不存在。' },
  holds: { en: 'It holds:\n<plan>\n{text}\n</plan>', zh: '其内容：\n<plan>\n{text}\n</plan>' },
  earlier: {
    en: 'There is one from before: read it, and go on from it or replace it.',
    zh: '已有先前的计划：请阅读，在其基础上继续或替换。',
  },
  on: {
    en: 'Plan mode is on. Find out and plan; change nothing yet. Files cannot be edited, and commands that do more than look are asked about. The one exception is the plan file {file}: create it with Write and keep it up to date with Edit. {there}\n{steps}\n{last}',
    zh: '规划模式已开启。先了解情况并做计划，暂不改动任何东西。不能编辑文件，非只读命令会询问用户。唯一的例外是计划文件 {file}：用 Write 创建，用 Edit 保持更新。{there}\n{steps}\n{last}',
  },
  onRefused: {
    en: 'Plan mode is on. Find out and plan; change nothing yet. Files cannot be edited, and commands that do more than look are refused. The one exception is the plan file {file}: create it with Write and keep it up to date with Edit. {there}\n{steps}\n{last}',
    zh: '规划模式已开启。先了解情况并做计划，暂不改动任何东西。不能编辑文件，非只读命令会被拒绝。唯一的例外是计划文件 {file}：用 Write 创建，用 Edit 保持更新。{there}\n{steps}\n{last}',
  },
  fourth: { en: '4. {how}', zh: '4. {how}' },
  ask: {
    en: 'Call ExitPlanMode. It shows the plan file to the person, or to the leader of your team, and asks for approval; do not ask for it in words. End your turn only there, or with a question that keeps you from planning.',
    zh: '调用 ExitPlanMode。它把计划文件给用户或团队领导者看并请求批准；不要用文字请求。只在那里结束这一轮，或在有妨碍规划的问题时提问结束。',
  },
  handIn: {
    en: 'Call ExitPlanMode, which hands the plan in. Nobody can approve it in this run: end your turn then, with the whole plan as your answer; the person reads it there and decides.',
    zh: '调用 ExitPlanMode 提交计划。这次运行没有人能批准：随后结束这一轮，把完整计划作为回答；用户阅读后决定。',
  },
  steps: {
    en: "1. Read the code that matters until you know how it works and what is there to reuse.\n2. Where the choice is the person's, ask with AskUserQuestion if you have it.\n3. Write the plan: what changes in which files, in which order, and how the result will be checked. Short enough to be read in a minute; one approach, not a list of alternatives.",
    zh: '1. 阅读相关代码，直到清楚它如何工作、有什么可以复用。\n2. 该由用户选择之处，如有 AskUserQuestion 就用它询问。\n3. 写计划：改哪些文件的什么、按什么顺序、如何检查结果。一分钟内能读完；只写一种做法，不列备选。',
  },
  agentAsked: {
    en: 'Plan mode is on: find out and report, and change nothing. Files cannot be edited, and commands that do more than look are refused or asked about.',
    zh: '规划模式已开启：了解情况并报告，不改动任何东西。不能编辑文件，非只读命令会被拒绝或询问用户。',
  },
  agentRefused: {
    en: 'Plan mode is on: find out and report, and change nothing. Files cannot be edited, and commands that do more than look are refused.',
    zh: '规划模式已开启：了解情况并报告，不改动任何东西。不能编辑文件，非只读命令会被拒绝。',
  },
  over: {
    en: 'Plan mode is over (the mode is {mode} now): changes are possible again, by the rules of that mode. No plan was approved.',
    zh: '规划模式已结束（现在的模式是 {mode}）：可以按该模式的规则改动了。没有计划获得批准。',
  },
  carryOut: { en: 'carry it out.', zh: '请执行。' },
  carryOutRest: {
    en: 'carry out what of it is not done yet. It says:\n<plan>\n{text}\n</plan>',
    zh: '请执行其中尚未完成的部分。内容：\n<plan>\n{text}\n</plan>',
  },
  approved: {
    en: 'Plan mode is over and the plan in {file} is approved (the mode is {mode} now): {order}',
    zh: '规划模式已结束，{file} 中的计划已获批准（现在的模式是 {mode}）：{order}',
  },
})

/** What the model is told when plan mode begins and ends. Sent as a reminder: what was sent before stays as it is. */

export interface PlanNow {
  readonly file: string
  /** What is in the file; absent when there is none. */
  readonly text?: string
  /** How to plan, in the place of our own steps. */
  readonly steps?: string
  /** Who approves it where no person can answer; absent: a person can. */
  readonly approver?: 'leader' | 'nobody'
}

/** `whole`: the text itself goes with it, because the model cannot see it any more. */
export const planOnText = (
  { file, text, steps, approver }: PlanNow,
  whole: boolean,
  language?: PromptLanguage,
): string => {
  const there = text === undefined ? says('missing') : whole ? says('holds', { text }) : says('earlier')
  const how = approver === 'nobody' ? says('handIn') : says('ask')
  return forModel(
    says(approver === undefined ? 'on' : 'onRefused', {
      file,
      there,
      steps: steps ?? says('steps'),
      last: steps === undefined ? says('fourth', { how }) : how,
    }),
    language,
  )
}

/** For an agent: the plan is not its own to write or to have approved. */
export const planOnForAgent = ({ approver }: Pick<PlanNow, 'approver'>, language?: PromptLanguage): string =>
  forModel(says(approver === undefined ? 'agentAsked' : 'agentRefused'), language)

export const planOffText = (
  mode: PermissionMode,
  plan: PlanNow & { readonly approved: boolean },
  language?: PromptLanguage,
): string => {
  if (!plan.approved) return forModel(says('over', { mode }), language)
  // With its text it is told again later, when some of it may be done.
  const order = plan.text === undefined ? says('carryOut') : says('carryOutRest', { text: plan.text })
  return forModel(says('approved', { file: plan.file, mode, order }), language)
}
