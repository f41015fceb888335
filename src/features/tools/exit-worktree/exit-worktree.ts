import type * as z from 'zod'
import type { WorktreeEnd } from '../../../protocol/agents/worktrees.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { choice, fields, flag } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('exitWorktree', {
  back: { en: 'You are back in {path}.', zh: '你已回到 {path}。' },
  stays: { en: 'The worktree {path} stays.', zh: '工作树 {path} 保留。' },
  staysOn: { en: 'The worktree {path} stays, branch {branch}.', zh: '工作树 {path} 保留，分支 {branch}。' },
  removed: { en: 'The worktree was removed.', zh: '工作树已移除。' },
  copy: { en: 'A copy of what it held is under {salvage}.', zh: '其内容的副本在 {salvage}。' },
  outside: { en: 'You are not in a worktree.', zh: '你不在工作树中。' },
})

const input = fields({
  action: choice(['keep', 'remove'], { en: 'what becomes of the worktree', zh: '如何处理工作树' }),
  discard_changes: flag({
    en: 'with remove: also when it holds changes',
    zh: '配合 remove：有改动也删除',
  }).optional(),
})

type Input = z.infer<typeof input>
type Output = WorktreeEnd & { readonly back: string; readonly action: Input['action'] }

const visitOf = ({ worktree }: ToolCall) => {
  if (!worktree?.current()) throw new ToolError(says('outside'))
  return worktree
}

export const exitWorktreeTool: Tool<Input, Output> = {
  name: 'ExitWorktree',
  present: presentInput,
  groups: ['conversation', 'unrestricted', 'direct', 'local'],
  description: {
    en: `Leaves the worktree that this conversation entered and returns to the directory it came from. \`keep\` leaves the worktree as it is; \`remove\` deletes it, and refuses while it holds changes or commits unless \`discard_changes\` is true, which needs the person's word. Only when the person asks for it, or the work there is merged.`,
    zh: '离开本对话进入的工作树，回到原来的目录。`keep` 原样保留工作树；`remove` 将其删除，若有改动或提交则拒绝，除非 `discard_changes` 为 true，这需用户同意。仅在用户要求，或那里的工作已合并时使用。',
  },
  input,
  unused: given => (given.action === 'keep' && given.discard_changes ? ['discard_changes'] : []),
  deferred: { hint: { en: 'git worktrees', zh: 'git 工作树' } },
  leavesTrace: true,
  // What is thrown away is the person's to say.
  noAccess: 'Keeping the worktree changes nothing; discarding it asks the person.',
  access: ({ action, discard_changes }) =>
    action === 'remove' && discard_changes
      ? [
          {
            kind: 'person',
            question: {
              title: toolQuestion('discard_worktree_title'),
              why: toolQuestion('discard_worktree'),
            },
          },
        ]
      : [],
  unanswered: { en: 'Leave the worktree with action "keep".', zh: '请以 action "keep" 离开工作树。' },
  declined: {
    en: 'Leave the worktree with action "keep", or go on in it.',
    zh: '请以 action "keep" 离开工作树，或在其中继续。',
  },
  prepare(given, call) {
    visitOf(call)
    return given
  },
  run: withoutProgress(async ({ action, discard_changes }, call) => ({
    ...(await visitOf(call).exit({ action, discard: discard_changes === true })),
    action,
  })),
  show: ({ kept, path, branch, reason, back, action, salvage }, language) => {
    const stays = branch === '' ? says('stays', { path }) : says('staysOn', { path, branch })
    const end = kept
      ? [stays, ...(action === 'remove' ? [reason] : [])]
      : [says('removed'), ...(salvage === undefined ? [] : [says('copy', { salvage })])]
    return textBlocks(sentences([says('back', { path: back }), ...end]), language)
  },
}
