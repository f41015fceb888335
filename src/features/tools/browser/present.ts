import { isObject } from '../../../lib/is-object.ts'
import { listField, numberField, textField } from '../../../lib/values/read-field.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import { isLocalizedText, type Text } from '../../../protocol/messages/localized-text.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

/** What is typed is not shown here: the whole input is, where somebody looks. */
export const present: Present = (input, output) => {
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
    ...(output === undefined ? {} : { body: { type: 'said', ...saidIn(output) } }),
  }
}

/** Our words in the language of whoever reads them, the page's as they are; nothing where another version wrote it. */
const saidIn = (output: unknown): { readonly text?: Text } => {
  const parts = listField(output, 'parts').map(part => {
    if (!isObject(part)) return undefined
    return isLocalizedText(part['said']) ? part['said'] : textField(part, 'foreign')
  })
  const known = parts.filter(part => part !== undefined)
  return known.length === 0 || known.length < parts.length ? {} : { text: lines(known) }
}
