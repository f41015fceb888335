import { listField, textField } from '../../../lib/values/read-field.ts'
import { acpText } from '../../../protocol/messages/host/acp.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import type { PermissionMode, PermissionRequest } from '../../../protocol/permission.ts'
import { textContent } from '../updates/text-content.ts'
import { type Choice, ONE_OF_KIND, REJECTED } from './permission-options.ts'

/** The plan to be approved, with what else a yes would mean; undefined when there is none to show. */
export const planContent = (input: unknown, localize: Localize) => {
  const plan = textField(input, 'plan')
  if (plan === undefined || plan.trim() === '') return undefined
  const kinds = listField(input, 'allowedPrompts').map(
    one => `- ${textField(one, 'tool') ?? ''}: ${textField(one, 'prompt') ?? ''}`,
  )
  const more = kinds.length === 0 ? '' : `\n\n${localize(acpText('plan_also_asks'))}\n${kinds.join('\n')}`
  return [textContent(`${plan}${more}`)]
}

/** With the yes goes the mode to begin in. */
export const planChoices = ({ decision }: PermissionRequest, localize: Localize): readonly Choice[] => {
  const offersEdits = decision.offer.some(
    update => update.type === 'setMode' && update.mode === 'acceptEdits',
  )
  return [
    approve('default', localize(acpText('plan_ask'))),
    ...(offersEdits ? [approve('acceptEdits', localize(acpText('plan_accept_edits')))] : []),
    {
      option: { optionId: ONE_OF_KIND.reject_once, name: localize(acpText('plan_no')), kind: 'reject_once' },
      answer: REJECTED,
    },
  ]
}

const approve = (mode: PermissionMode, name: string): Choice => {
  const kind = mode === 'acceptEdits' ? 'allow_always' : 'allow_once'
  return {
    option: { optionId: ONE_OF_KIND[kind], name, kind },
    answer: { behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }] },
  }
}
