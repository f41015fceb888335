import { isObject } from '../../../../lib/is-object.ts'
import type { PermissionAnswer, PermissionMode, PermissionRequest } from '../../../../protocol/permission.ts'
import type { Words } from '../../text/words.ts'
import { numbered } from '../../widgets/numbered.ts'
import type { Option } from '../../widgets/widget-props.ts'

export type PlanChoice =
  /** Without a mode the one before planning holds again. */
  | { readonly kind: 'approve'; readonly mode?: PermissionMode; readonly worktree?: true }
  /** The conversation so far is forgotten, the plan is the first thing said. */
  | { readonly kind: 'afresh' }
  | { readonly kind: 'more' }

/** Begin in the mode the tool offers, with a question for each edit, afresh, in the mode before, or go on planning. */
export const planChoices = (
  { decision, agent, input }: PermissionRequest,
  words: Words['dialogs'],
  {
    before,
    clearContext,
  }: {
    readonly before?: PermissionMode | undefined
    /** The answer that begins a new conversation is the first. */
    readonly clearContext?: boolean | undefined
  } = {},
): readonly Option<PlanChoice>[] => {
  const offersEdits = decision.offer.some(
    update => update.type === 'setMode' && update.mode === 'acceptEdits',
  )
  const edits = { value: { kind: 'approve', mode: 'acceptEdits' } as const, label: words.planEdits }
  const other = before !== undefined && !['default', 'acceptEdits', 'plan'].includes(before)
  const afresh = { value: { kind: 'afresh' } as const, label: words.planAfresh }
  // What an agent was asked to do is in its own conversation.
  const anew = agent || !clearContext ? [] : [{ ...afresh, detail: words.planAfreshDetail }]
  const options = [
    ...anew,
    ...(offersEdits ? [{ ...edits, detail: words.planEditsDetail }] : []),
    { value: { kind: 'approve', mode: 'default' } as const, label: words.planAsk },
    { value: { kind: 'more' } as const, label: words.planNo, detail: words.planNoDetail },
    ...(offersEdits && offersWorktree(input)
      ? [{ value: { ...edits.value, worktree: true } as const, label: words.planWorktree }]
      : []),
    ...(other ? [{ value: { kind: 'approve' } as const, label: words.planBack(before) }] : []),
  ]
  return numbered<PlanChoice>(options)
}

/** With the yes goes the mode, so that what was chosen counts whatever the mode before planning was. */
export const approvePlan = (
  { input }: PermissionRequest,
  { mode, worktree }: Omit<Extract<PlanChoice, { readonly kind: 'approve' }>, 'kind'>,
  { edited, note = '' }: { readonly edited?: string | undefined; readonly note?: string } = {},
): PermissionAnswer => ({
  behavior: 'allow',
  ...(note.trim() === '' ? {} : { note: note.trim() }),
  ...(mode === undefined
    ? {}
    : { updatedPermissions: [{ type: 'setMode', mode, destination: 'session' } as const] }),
  ...(edited === undefined && !worktree
    ? {}
    : {
        updatedInput: {
          ...(input as object),
          ...(edited === undefined ? {} : { plan: edited }),
          ...(worktree ? { worktree } : {}),
        },
      }),
})

/** The tool names the field only where there is a repository to make one of. */
const offersWorktree = (input: unknown): boolean => isObject(input) && input['worktree'] === false

/** With words the model goes on planning at once; without it waits for the person. */
export const refusePlan = (comment: string): PermissionAnswer =>
  comment.trim() === ''
    ? { behavior: 'deny', message: '', interrupt: true }
    : { behavior: 'deny', message: comment.trim() }
