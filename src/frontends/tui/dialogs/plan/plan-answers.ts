import type { PermissionAnswer, PermissionMode, PermissionRequest } from '../../../../protocol/permission.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

export type PlanChoice =
  | { readonly kind: 'approve'; readonly mode: PermissionMode }
  | { readonly kind: 'more' }

/** Begin in the mode the tool offers, begin with a question for each edit, or go on planning. */
export const planChoices = (
  { decision }: PermissionRequest,
  words: Words['dialogs'],
): readonly Option<PlanChoice>[] => {
  const offersEdits = decision.offer.some(
    update => update.type === 'setMode' && update.mode === 'acceptEdits',
  )
  const edits = { value: { kind: 'approve', mode: 'acceptEdits' } as const, label: words.planEdits }
  return [
    ...(offersEdits ? [{ ...edits, detail: words.planEditsDetail }] : []),
    { value: { kind: 'approve', mode: 'default' } as const, label: words.planAsk },
    { value: { kind: 'more' } as const, label: words.planNo, detail: words.planNoDetail },
  ].map((option, at) => ({ ...option, hotkey: String(at + 1) }))
}

/** With the yes goes the mode, so that what was chosen counts whatever the mode before planning was. */
export const approvePlan = (
  { input }: PermissionRequest,
  mode: PermissionMode,
  edited: string | undefined,
): PermissionAnswer => ({
  behavior: 'allow',
  updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
  ...(edited === undefined ? {} : { updatedInput: { ...(input as object), plan: edited } }),
})

/** With words the model goes on planning at once; without it waits for the person. */
export const refusePlan = (comment: string): PermissionAnswer =>
  comment.trim() === ''
    ? { behavior: 'deny', message: '', interrupt: true }
    : { behavior: 'deny', message: comment.trim() }
