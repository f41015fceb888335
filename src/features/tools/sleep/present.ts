import { numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { durationText, toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = input => {
  const ms = numberField(input, 'duration_ms')
  const reason = textField(input, 'reason') ?? ''
  const pause = ms === undefined ? undefined : durationText(ms)
  return {
    kind: 'other',
    subject: summary(
      pause === undefined ? reason : reason === '' ? pause : toolsText('pause_for', { pause, reason }),
    ),
  }
}
