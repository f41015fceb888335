import type * as z from 'zod'
import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { enteredText } from './entered-text.ts'

const says = modelTexts('enterWorktree', {
  none: { en: 'There are no worktrees in this session.', zh: '本会话没有工作树。' },
  both: { en: 'Give either name or path, not both.', zh: 'name 和 path 只能给出一个。' },
  inside: {
    en: 'You are in the worktree {name} already: leave it first with ExitWorktree.',
    zh: '你已在工作树 {name} 中：请先用 ExitWorktree 离开。',
  },
})

const input = fields({
  name: someText({
    en: 'letters, digits, ".", "_", "-"; "/" between words',
    zh: '字母、数字、"."、"_"、"-"；词之间用 "/"',
  }).optional(),
  path: someText({
    en: 'directory of an existing worktree of this repository',
    zh: '本仓库已有工作树的目录',
  }).optional(),
})

type Input = z.infer<typeof input>

const visitOf = ({ worktree }: ToolCall) => {
  if (!worktree) throw new ToolError(says('none'))
  return worktree
}

export const enterWorktreeTool: Tool<Input, VisitedWorktree> = {
  name: 'EnterWorktree',
  present: presentInput,
  groups: ['conversation', 'unrestricted', 'direct', 'local'],
  description: {
    en: `Moves this conversation into a git worktree: a second checkout of the repository on a branch of its own, so that nothing in the main checkout is touched. Only when the person asks for a worktree. Give \`name\` for a new one (or to return to one of that name), \`path\` for one that exists, or neither. Leave it with ExitWorktree.`,
    zh: '把本对话移入一个 git 工作树：仓库的另一个检出，有自己的分支，不触动主检出。仅在用户要求工作树时使用。新建（或回到同名的）用 `name`，已有的用 `path`，也可以都不填。用 ExitWorktree 离开。',
  },
  input,
  deferred: { hint: { en: 'git worktrees', zh: 'git 工作树' } },
  leavesTrace: true,
  // A new directory and a branch: from then on less can be changed than before.
  noAccess:
    'The checkout goes to the worktree directory of this repository; git runs hardened and names what it cannot do without.',
  access: () => [],
  prepare(given, call) {
    if (given.name !== undefined && given.path !== undefined) throw new ToolError(says('both'))
    const now = visitOf(call).current()
    if (now) throw new ToolError(says('inside', { name: now.name }))
    return given
  },
  run: withoutProgress(async ({ name, path }, call) =>
    visitOf(call).enter({ ...(name === undefined ? {} : { name }), ...(path === undefined ? {} : { path }) }),
  ),
  show: (entered, language) => textBlocks(enteredText(entered), language),
}
