import { listField, textField } from '../../../lib/values/read-field.ts'
import type { PermissionMode, PermissionRequest } from '../../../protocol/permission.ts'
import { textContent } from '../updates/text-content.ts'
import { type Choice, REJECTED } from './permission-options.ts'

/** The plan to be approved, with what else a yes would mean; undefined when there is none to show. */
export const planContent = (input: unknown) => {
  const plan = textField(input, 'plan')
  if (plan === undefined || plan.trim() === '') return undefined
  const kinds = listField(input, 'allowedPrompts').map(
    one => `- ${textField(one, 'tool') ?? ''}: ${textField(one, 'prompt') ?? ''}`,
  )
  const more = kinds.length === 0 ? '' : `\n\nIt also asks permission for:\n${kinds.join('\n')}`
  return [textContent(`${plan}${more}`)]
}

/** With the yes goes the mode to begin in. */
export const planChoices = ({ decision }: PermissionRequest): readonly Choice[] => {
  const offersEdits = decision.offer.some(
    update => update.type === 'setMode' && update.mode === 'acceptEdits',
  )
  return [
    ...(offersEdits ? [approve('acceptEdits', 'Yes, and accept edits')] : []),
    approve('default', 'Yes, and ask before each edit'),
    {
      option: { optionId: 'keep-planning', name: 'No, keep planning', kind: 'reject_once' },
      answer: REJECTED,
    },
  ]
}

const approve = (mode: PermissionMode, name: string): Choice => ({
  option: { optionId: mode, name, kind: mode === 'acceptEdits' ? 'allow_always' : 'allow_once' },
  answer: { behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }] },
})
