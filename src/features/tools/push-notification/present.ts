import { listField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { summary } from '../subject-text.ts'

/** Its result: where it was sent. */
export const present: Present = (input, output) => ({
  kind: 'other',
  subject: summary(textField(input, 'message')),
  body: {
    type: 'list',
    ...(output === undefined
      ? {}
      : { lines: listField(output, 'sent').filter(channel => typeof channel === 'string') }),
  },
})
