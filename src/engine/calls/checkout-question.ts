import { ENTER_WORKTREE } from '../../features/tools/enter-worktree/entered-text.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest, titled } from '../../protocol/permission.ts'

/** Asks whether git may start what its settings name while it makes a worktree. There is no call behind it. */
export const checkoutQuestion = (
  programs: readonly string[],
  { held, newId }: { readonly held: boolean; newId(): string },
): PermissionRequest => {
  const why = questionText(held ? 'checkout_sandboxed' : 'checkout')
  return {
    id: newId(),
    toolName: ENTER_WORKTREE,
    toolUseId: newId(),
    input: { programs },
    decision: {
      verdict: 'ask',
      because: because('safetyCheck', questionText('with_list', { why, list: programs.join('; ') })),
      offer: [],
      readOnly: false,
    },
    details: {
      ...titled(questionText('checkout_title')),
      ...askedBecause(why),
      subject: { text: programs.join('\n'), risky: [] },
      saves: [],
    },
  }
}
