import { listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

/** What is typed is not shown here: the whole input is, where somebody looks. */
export const present: Present = input => {
  const action = textField(input, 'action') ?? ''
  const about = [
    textField(input, 'url'),
    textField(input, 'ref'),
    textField(input, 'to'),
    listField(input, 'values')
      .filter(value => typeof value === 'string')
      .join(', '),
    numberField(input, 'tab')?.toString(),
  ].filter(each => each !== undefined && each !== '')
  const text = [action, ...about].join(' ')
  return {
    kind: action === 'open' ? 'fetch' : 'other',
    name: toolsText('browser'),
    subject: summary(text),
    title: [toolsText('browser'), text],
  }
}
