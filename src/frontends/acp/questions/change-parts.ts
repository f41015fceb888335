import type { PermissionOption, ToolCall } from '@agentclientprotocol/sdk'
import { acpText } from '../../../protocol/messages/host/acp.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import type { PermissionAnswer, PermissionRequest } from '../../../protocol/permission.ts'
import { safeTitle } from '../updates/call-views.ts'
import { askedChange } from '../updates/patch-diffs.ts'
import { type Choice, ONE_OF_KIND, REJECTED } from './permission-options.ts'

export const PARTS_ID = 'parts'

/** Offered where a change has several parts: which of them is asked afterwards, one by one. */
export const partsOption = (
  { details }: PermissionRequest,
  localize: Localize,
): PermissionOption | undefined =>
  details?.diff?.divisible && askedChange(details.diff.text, '').content.length > 1
    ? { optionId: PARTS_ID, name: localize(acpText('choose_parts')), kind: 'allow_once' }
    : undefined

/** Behind the plain yes, before what allows for good. */
export const withParts = (
  options: readonly PermissionOption[],
  parts: PermissionOption | undefined,
): PermissionOption[] => (parts ? options.toSpliced(1, 0, parts) : [...options])

/** One question for each part of the change: the same call, with nothing but that part. */
export const partCalls = (
  call: ToolCall,
  { details }: PermissionRequest,
  localize: Localize,
): readonly ToolCall[] => {
  const [first] = call.locations ?? []
  const { content } = askedChange(details?.diff?.text ?? '', first?.path ?? '')
  return content.map((part, at) => ({
    ...call,
    title: safeTitle(localize(acpText('part', { what: call.title, at: at + 1, count: content.length }))),
    content: [part],
  }))
}

export const partChoices = (localize: Localize): PermissionOption[] => [
  { optionId: ONE_OF_KIND.allow_once, name: localize(acpText('make_part')), kind: 'allow_once' },
  { optionId: ONE_OF_KIND.reject_once, name: localize(acpText('leave_part')), kind: 'reject_once' },
]

/** None of them is a no. */
export const partsAnswer = (taken: readonly number[]): Choice['answer'] => {
  const answer: PermissionAnswer = { behavior: 'allow', hunks: taken.map(at => ({ at })) }
  return taken.length === 0 ? REJECTED : answer
}
