import type * as z from 'zod'
import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { enteredText } from './entered-text.ts'

const input = fields({
  name: someText('letters, digits, ".", "_", "-"; "/" between words').optional(),
  path: someText('directory of an existing worktree of this repository').optional(),
})

type Input = z.infer<typeof input>

const visitOf = ({ worktree }: ToolCall) => {
  if (!worktree) throw new ToolError('There are no worktrees in this session.')
  return worktree
}

export const enterWorktreeTool: Tool<Input, VisitedWorktree> = {
  name: 'EnterWorktree',
  present: presentInput,
  groups: ['conversation'],
  description: `Moves this conversation into a git worktree: a second checkout of the repository on a branch of its own, so that nothing in the main checkout is touched. Only when the person asks for a worktree. Give \`name\` for a new one (or to return to one of that name), \`path\` for one that exists, or neither. Leave it with ExitWorktree.`,
  input,
  deferred: { hint: 'git worktree' },
  leavesTrace: true,
  // A new directory and a branch: from then on less can be changed than before.
  noAccess:
    'The checkout goes to the worktree directory of this repository; git runs hardened and names what it cannot do without.',
  access: () => [],
  prepare(given, call) {
    if (given.name !== undefined && given.path !== undefined)
      throw new ToolError('Give either name or path, not both.')
    const now = visitOf(call).current()
    if (now)
      throw new ToolError(`You are in the worktree ${now.name} already: leave it first with ExitWorktree.`)
    return given
  },
  run: withoutProgress(async ({ name, path }, call) =>
    visitOf(call).enter({ ...(name === undefined ? {} : { name }), ...(path === undefined ? {} : { path }) }),
  ),
  show: entered => [{ type: 'text', text: enteredText(entered) }],
}
