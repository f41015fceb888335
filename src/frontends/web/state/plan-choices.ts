import { isObject } from '../../../lib/is-object.ts'
import type { PermissionAnswer, PermissionMode, PermissionRequest } from '../../../protocol/permission.ts'
import type { Words } from '../text/en.ts'
import { answerTo } from './choices.ts'

export type PlanChoice =
  /** Without a mode the one before planning is in force again. */
  | { readonly kind: 'approve'; readonly mode?: PermissionMode; readonly worktree?: true }
  /** The conversation so far is cleared, the plan is the first message of the next. */
  | { readonly kind: 'afresh' }
  | { readonly kind: 'more' }

export interface PlanOption {
  readonly value: PlanChoice
  readonly label: string
  readonly detail?: string
  /** A digit from 1 on, without gaps. */
  readonly hotkey: string
}

/** The answers to a plan, in the order and with the numbers that the terminal has. */
export const planChoices = (
  { decision, agent, input }: PermissionRequest,
  words: Words,
  modeBefore: PermissionMode | undefined,
): readonly PlanOption[] => {
  const hasOther = modeBefore !== undefined && !['default', 'acceptEdits', 'plan'].includes(modeBefore)
  const offersEdits = decision.offer.some(
    update => update.type === 'setMode' && update.mode === 'acceptEdits',
  )
  const options: readonly Omit<PlanOption, 'hotkey'>[] = [
    ...(offersEdits
      ? [
          {
            value: { kind: 'approve', mode: 'acceptEdits' } as const,
            label: words.planEdits,
            detail: words.planEditsDetail,
          },
        ]
      : []),
    { value: { kind: 'approve', mode: 'default' }, label: words.planAsk },
    { value: { kind: 'more' }, label: words.planNo, detail: words.planNoDetail },
    // What an agent was asked to do is in its own conversation.
    ...(agent
      ? []
      : [{ value: { kind: 'afresh' } as const, label: words.planAfresh, detail: words.planAfreshDetail }]),
    ...(offersEdits && offersWorktree(input)
      ? [
          {
            value: { kind: 'approve', mode: 'acceptEdits', worktree: true } as const,
            label: words.planWorktree,
          },
        ]
      : []),
    ...(hasOther ? [{ value: { kind: 'approve' } as const, label: words.planBack(modeBefore) }] : []),
  ]
  return options.map((option, at) => ({ ...option, hotkey: String(at + 1) }))
}

/** A yes with the mode it begins in, and the words that go with it. */
export const approvePlan = (
  { input }: Pick<PermissionRequest, 'input'>,
  { mode, worktree }: Omit<Extract<PlanChoice, { readonly kind: 'approve' }>, 'kind'>,
  note: string,
): PermissionAnswer => ({
  ...answerTo(
    mode === undefined
      ? { kind: 'yes' }
      : { kind: 'always', update: { type: 'setMode', mode, destination: 'session' } },
    note,
  ),
  ...(worktree ? { updatedInput: { ...(input as object), worktree } } : {}),
})

/** The tool names the field only where there is a repository to make one of. */
const offersWorktree = (input: unknown): boolean => isObject(input) && input['worktree'] === false

/** What is said first where the conversation begins again with the plan. */
export const planMessage = (plan: string, note: string, words: Words): string =>
  [words.planBegin(plan).trimEnd(), ...(note.trim() === '' ? [] : [note.trim()])].join('\n\n')
