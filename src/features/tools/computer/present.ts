import { numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

/** What is typed is not shown here: the whole input is, where somebody looks. */
export const present: Present = input => {
  const at = [numberField(input, 'x'), numberField(input, 'y')].filter(each => each !== undefined).join(',')
  const about = [textField(input, 'action'), at, textField(input, 'application')]
  const text = about.filter(each => each !== undefined && each !== '').join(' ')
  return {
    kind: 'other',
    name: toolsText('computer'),
    subject: summary(text),
    title: [toolsText('computer'), text],
  }
}
