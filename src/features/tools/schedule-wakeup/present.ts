import { field, numberField, textField } from '../../../lib/values/read-field.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { durationText, toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const outcome = outcomeOf(output)
  return {
    kind: 'other',
    subject: summary(textField(input, 'reason')),
    ...(outcome === undefined ? {} : { outcome }),
  }
}

const outcomeOf = (output: unknown): LocalizedText | undefined => {
  const seconds = numberField(output, 'delaySeconds')
  if (seconds !== undefined) return toolsText('next_round', { pause: durationText(seconds * 1_000) })
  return field(output, 'stopped') === true ? toolsText('loop_ended') : undefined
}
