import { numberField, textField } from '../../../lib/values/read-field.ts'
import type { PageBody, Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary, titleWith } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const url = textField(input, 'url') ?? ''
  return {
    kind: 'fetch',
    subject: summary(url),
    title: titleWith(toolsText('fetch'), input, 'url'),
    body: { type: 'page', url, ...fetchedIn(output) },
  }
}

const fetchedIn = (output: unknown): Pick<PageBody, 'fetched'> => {
  const status = numberField(output, 'code')
  if (status === undefined) return {}
  return {
    fetched: {
      status,
      bytes: numberField(output, 'bytes') ?? 0,
      note: textField(output, 'note') ?? '',
      text: textField(output, 'result') ?? '',
    },
  }
}
