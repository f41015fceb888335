import type { PermissionRequest } from '../../protocol/permission.ts'

/** Asks whether git may start what its settings name while it makes a worktree. There is no call behind it. */
export const checkoutQuestion = (
  programs: readonly string[],
  { held, newId }: { readonly held: boolean; newId(): string },
): PermissionRequest => {
  const why = held
    ? 'Git would start these programs inside the sandbox. Without them the worktree is made as well.'
    : 'Git would start these programs outside the sandbox. Without them the worktree is made as well.'
  return {
    id: newId(),
    toolName: 'EnterWorktree',
    toolUseId: newId(),
    input: { programs },
    decision: {
      verdict: 'ask',
      because: { type: 'safetyCheck', text: `${why} ${programs.join('; ')}` },
      offer: [],
      readOnly: false,
    },
    details: {
      title: 'Run what git is set to run for a new worktree',
      why,
      subject: { text: programs.join('\n'), risky: [] },
      saves: [],
    },
  }
}
