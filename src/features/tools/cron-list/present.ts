import { field, listField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (_, output) => {
  const jobs = listField(output, 'jobs')
  const isKnown = Array.isArray(field(output, 'jobs'))
  return {
    kind: 'other',
    subject: summary(''),
    ...(isKnown && jobs.length === 0 ? { outcome: toolsText('nothing_scheduled') } : {}),
    body: {
      type: 'list',
      ...(isKnown
        ? {
            lines: jobs.map(job =>
              [textField(job, 'id'), textField(job, 'cron'), textField(job, 'prompt')].join('  '),
            ),
          }
        : {}),
    },
  }
}
