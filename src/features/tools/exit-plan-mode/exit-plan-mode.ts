import * as z from 'zod'
import { inertTags } from '../../../lib/harness-tags.ts'
import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import type { PermissionMode } from '../../../protocol/permission.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { enteredText } from '../enter-worktree/entered-text.ts'
import { fieldMeta, fields, listOf, someText, untold } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('exitPlan', {
  approved: {
    en: 'The person approved the plan in {file}. Carry it out now (permission mode {mode}{meaning}).',
    zh: '用户批准了 {file} 中的计划。现在执行（权限模式 {mode}{meaning}）。',
  },
  leaderApproved: {
    en: 'The leader of your team approved the plan in {file}. Carry it out now (permission mode {mode}{meaning}).',
    zh: '团队领导者批准了 {file} 中的计划。现在执行（权限模式 {mode}{meaning}）。',
  },
  eachAsked: { en: ': each edit is asked about', zh: '：每次编辑都会询问' },
  notAsked: { en: ': edits are not asked about', zh: '：编辑无需询问' },
  inWorktree: { en: 'They want it done in a worktree. {entered}', zh: '用户希望在工作树中进行。{entered}' },
  kinds: { en: 'Commands of these kinds go with it: {kinds}.', zh: '随之允许这些类型的命令：{kinds}。' },
  otherKinds: {
    en: 'The kinds of commands you named ({kinds}) are not allowed with it: each command is decided by itself, by the rules of the session.',
    zh: '你列出的命令类型（{kinds}）没有随之允许：每条命令按会话的规则单独决定。',
  },
  changed: { en: 'They changed it; it now reads:\n\n{plan}', zh: '用户修改了计划，现在内容是：\n\n{plan}' },
  leaderSays: { en: 'It says: {feedback}', zh: '它说：{feedback}' },
  refused: {
    en: 'The leader of your team did not approve the plan\nPlan mode stays on. Take that into the plan file, then call ExitPlanMode again.',
    zh: '团队领导者没有批准计划\n规划模式保持开启。请据此修改计划文件，再调用 ExitPlanMode。',
  },
  refusedWith: {
    en: 'The leader of your team did not approve the plan: {feedback}\nPlan mode stays on. Take that into the plan file, then call ExitPlanMode again.',
    zh: '团队领导者没有批准计划：{feedback}\n规划模式保持开启。请据此修改计划文件，再调用 ExitPlanMode。',
  },
  noPlan: {
    en: 'There is no plan yet: write it to {file} first, then call ExitPlanMode.',
    zh: '还没有计划：请先写入 {file}，再调用 ExitPlanMode。',
  },
  off: {
    en: 'Plan mode is not on, so there is no plan to approve. Go on with the work; to plan first, call EnterPlanMode.',
    zh: '规划模式未开启，没有可批准的计划。继续工作即可；若要先做计划，请调用 EnterPlanMode。',
  },
  noWorktree: {
    en: 'The plan is approved for a worktree, and there is none: {why} Plan mode stays on. Tell the person.',
    zh: '计划获准在工作树中执行，但没有工作树：{why}规划模式保持开启。请告知用户。',
  },
  noWorktrees: {
    en: 'There are no worktrees in this session. Plan mode stays on.',
    zh: '本会话没有工作树。规划模式保持开启。',
  },
  noLeader: {
    en: 'There is no leader any more who could approve the plan.',
    zh: '已没有可以批准计划的负责人。',
  },
  noMode: { en: 'This session has no plan mode.', zh: '本会话没有规划模式。' },
})

const MAX_PLAN_BYTES = 256 * 1024

const prompt = fields({ tool: z.enum(['Bash']), prompt: someText().refine(text => text.length <= 500) })
const input = fields({
  allowedPrompts: listOf(prompt, { max: 20 })
    .meta(
      fieldMeta({
        en: 'Kinds of commands the plan needs, in words ("run the tests"): approved with the plan, they need no further question',
        zh: '计划所需的命令种类，用文字描述（“运行测试”）：随计划一并批准，之后不再询问',
      }),
    )
    .optional(),
  plan: untold(z.string().optional()),
  planFilePath: untold(z.string().optional()),
  approver: untold(z.literal('leader').optional()),
  worktree: untold(z.boolean().optional()),
})
type Input = z.infer<typeof input>

interface ExitPlanOutput {
  readonly plan: string
  readonly isAgent: boolean
  readonly filePath: string
  /** The plan that was approved is not the one the model wrote. */
  readonly planWasEdited?: boolean
  readonly mode: PermissionMode
  /** Kinds of commands that were approved with it. */
  readonly kinds?: readonly string[]
  /** Kinds that the leader was shown: its yes allows none of them. */
  readonly shownKinds?: readonly string[]
  /** Absent: the person approved it. */
  readonly approver?: 'leader'
  /** What the leader said with it. */
  readonly feedback?: string
  /** The person wants it carried out there, where the conversation is now. */
  readonly worktree?: VisitedWorktree
}

/** What the modes that a person chooses with the plan mean for the work. */
const MEANING: Partial<Record<PermissionMode, LocalizedText>> = {
  default: says('eachAsked'),
  acceptEdits: says('notAsked'),
}

/** What the person was shown, by call. */
const KEY = 'plan-shown'

export const exitPlanModeTool: Tool<Input, ExitPlanOutput> = {
  name: 'ExitPlanMode',
  present,
  groups: ['conversation', 'members', 'dialog', 'plan_approval', 'direct'],
  description: {
    en: `In plan mode only: shows the plan file to the person, or to the leader of your team, and asks for approval. Call it when the plan is written and nothing about it is open. For work that needs no changes (a question, an investigation) answer instead.`,
    zh: '仅用于规划模式：把计划文件给用户或团队负责人看，请其批准。计划写好且没有未定之处时调用。无需改动的工作（提问、调查）直接回答即可。',
  },
  input,
  deferred: {
    hint: { en: 'plan first, change nothing until approved', zh: '先做计划，批准前不改动' },
    mode: 'plan',
  },
  leavesTrace: true,
  needsSiblings: true,
  noAccess: 'The leader of a team approves what it could have started its member with.',
  access: ({ plan, allowedPrompts, approver }) =>
    approver === 'leader'
      ? []
      : [
          {
            kind: 'person',
            question: {
              title: toolQuestion('plan_title'),
              why: toolQuestion('plan'),
              text: [plan ?? '', ...listed(allowedPrompts)].join('\n'),
              modes: ['acceptEdits'],
            },
          },
        ],
  unanswered: {
    en: 'End your turn now and give the whole plan as your answer: the person reads it there and decides. Nothing can be changed before.',
    zh: '现在结束这一轮，把完整计划作为回答：用户阅读后决定。在此之前不能做任何更改。',
  },
  declined: {
    en: 'The plan is not approved and plan mode stays on. Take what the person said into the plan file, then call ExitPlanMode again.',
    zh: '计划未获批准，规划模式保持开启。请把用户的意见写进计划文件，再调用 ExitPlanMode。',
  },
  fromModel: ({ allowedPrompts }) => (allowedPrompts ? { allowedPrompts } : {}),
  async prepare(given, call) {
    if (!planOf(call).active) throw new ToolError(says('off'))
    const plan = await readPlan(call)
    call.state.set(KEY, { id: call.id, plan })
    planOf(call).propose(given.allowedPrompts ?? [])
    const toLeader = call.agents.team?.approvePlan ? ({ approver: 'leader' } as const) : {}
    return { ...given, plan, planFilePath: planOf(call).file, ...toLeader, ...worktreeOffer(call) }
  },
  run: withoutProgress(leavePlanMode),
  show: (
    { plan, filePath, planWasEdited, mode, kinds = [], shownKinds = [], approver, feedback, worktree },
    language,
  ) => {
    const said = [
      says(approver === 'leader' ? 'leaderApproved' : 'approved', {
        file: filePath,
        mode,
        meaning: approver === 'leader' ? '' : (MEANING[mode] ?? ''),
      }),
      ...(worktree ? [says('inWorktree', { entered: enteredText(worktree) })] : []),
      ...(kinds.length === 0 ? [] : [says('kinds', { kinds: kinds.join('; ') })]),
      ...(shownKinds.length === 0 ? [] : [says('otherKinds', { kinds: shownKinds.join('; ') })]),
      ...(planWasEdited ? [says('changed', { plan })] : []),
      ...(approver === 'leader' && feedback !== undefined
        ? [says('leaderSays', { feedback: inertTags(feedback) })]
        : []),
    ]
    return textBlocks(sentences(said), language)
  },
}

async function leavePlanMode(given: Input, call: ToolCall): Promise<ExitPlanOutput> {
  if (given.approver === 'leader') return await askLeader(given, call)
  const { file } = planOf(call)
  const shown = shownBy(call)
  const edited = given.plan !== undefined && shown !== undefined && given.plan !== shown
  if (edited) await call.files.update(file, () => Buffer.from(given.plan ?? '', 'utf8'))
  const plan = await approvedPlan(given, call)
  const worktree = given.worktree ? await enterWorktree(call) : undefined
  const prompts = given.allowedPrompts ?? []
  const mode = planOf(call).leave({ prompts })
  return {
    plan,
    isAgent: false,
    filePath: file,
    ...(shown !== undefined && plan !== shown ? { planWasEdited: true } : {}),
    mode,
    ...(prompts.length === 0 ? {} : { kinds: prompts.map(one => one.prompt) }),
    ...(worktree ? { worktree } : {}),
  }
}

/** A host may answer with true where the field is there. */
const worktreeOffer = ({ worktree, agents }: ToolCall): Pick<Input, 'worktree'> =>
  worktree && !agents.team?.approvePlan && !worktree.current() && worktree.possible()
    ? { worktree: false }
    : {}

/** Before plan mode ends: where there is none to be had, nothing begins. */
const enterWorktree = async ({ worktree }: ToolCall): Promise<VisitedWorktree> => {
  try {
    if (worktree) return await worktree.enter({})
  } catch (error) {
    if (error instanceof ToolError) throw new ToolError(says('noWorktree', { why: error.localized }))
    throw error
  }
  throw new ToolError(says('noWorktrees'))
}

/** Kinds of commands are the person's to allow: a leader is shown them, and its yes is for the plan alone. */
const askLeader = async ({ allowedPrompts = [] }: Input, call: ToolCall): Promise<ExitPlanOutput> => {
  const { file } = planOf(call)
  const plan = await readPlan(call)
  const { approvePlan } = call.agents.team ?? {}
  if (!approvePlan) throw new ToolError(says('noLeader'))
  const kinds = allowedPrompts.map(one => one.prompt)
  const named = kinds.length === 0 ? {} : { kinds }
  const { approve, feedback, mode } = await approvePlan({ text: plan, file, ...named }, call.signal)
  if (!approve) throw new ToolError(refusedBy(feedback))
  const next = planOf(call).leave({ prompts: [], ...(mode === undefined ? {} : { mode }) })
  const said = feedback === undefined || feedback === '' ? {} : { feedback }
  const shown = kinds.length === 0 ? {} : { shownKinds: kinds }
  return { plan, isAgent: true, filePath: file, mode: next, approver: 'leader', ...said, ...shown }
}

const refusedBy = (feedback = ''): LocalizedText =>
  feedback === '' ? says('refused') : says('refusedWith', { feedback: inertTags(feedback) })

/** The person may have changed the file itself while the question was open; if it is gone, they approved what was shown. */
const approvedPlan = async (given: Input, call: ToolCall): Promise<string> => {
  try {
    return await readPlan(call)
  } catch (error) {
    if (!(error instanceof ToolError) || given.plan === undefined) throw error
    return given.plan
  }
}

const planOf = ({ plan }: ToolCall): NonNullable<ToolCall['plan']> => {
  if (plan) return plan
  throw new ToolError(says('noMode'))
}

const shownBy = (call: ToolCall): string | undefined => {
  const shown = call.state.get(KEY) as { readonly id: string; readonly plan: string } | undefined
  return shown?.id === call.id ? shown.plan : undefined
}

/** Throws what the model should do first. */
const readPlan = async (call: ToolCall): Promise<string> => {
  const { file } = planOf(call)
  const missing = says('noPlan', { file })
  if (!call.files.facts(file)) throw new ToolError(missing)
  const { data } = await call.files.read(file, { maxBytes: MAX_PLAN_BYTES })
  const text = new TextDecoder().decode(data)
  if (text.trim() === '') throw new ToolError(missing)
  return text
}

const listed = (prompts: Input['allowedPrompts']): readonly string[] =>
  prompts?.length
    ? ['', 'With it, commands of these kinds:', ...prompts.map(one => `- ${one.tool}: ${one.prompt}`)]
    : []
