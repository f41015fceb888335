import { listField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { summary } from '../subject-text.ts'

/** What it says stands right below, by itself. */
export const present: Present = (_, output) => {
  const files = listField(output, 'attachments').flatMap(file =>
    typeof file === 'string' ? [`- ${file}`] : [],
  )
  const parts = [textField(output, 'message') ?? '', files.join('\n')].filter(part => part !== '')
  return {
    kind: 'other',
    subject: summary(''),
    body: { type: 'message', text: parts.join('\n\n') },
  }
}
