import { textField } from '../../lib/values/read-field.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { Subject } from '../../protocol/messages/presentation.ts'
import { toolsText } from '../../protocol/messages/tools.ts'

/** In short what the call is about. */
export const summary = (text: Text | undefined): Subject => ({ type: 'summary', text: text ?? '' })

/** A task by its id. */
export const taskSummary = (id: string | undefined): Subject =>
  summary(id === undefined ? undefined : toolsText('task', { id }))

/** A title ends with its first line. */
export const titleLine = (text: string): string => {
  const [first = '', ...more] = text.trim().split('\n')
  return more.length > 0 ? `${first} …` : first
}

/** What is done, and a field of the input that says on what. */
export const titleWith = (action: Text, input: unknown, name: string): readonly Text[] => {
  const text = textField(input, name)
  return text === undefined ? [action] : [action, titleLine(text)]
}
