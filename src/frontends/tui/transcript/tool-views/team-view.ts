import { listField, textField } from '../../../../lib/values/read-field.ts'
import { safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

/** Tools for a team of agents: their results are words to the model. */
export const teamCreateView: ToolView = {
  subject: input => safeLine(textField(input, 'team_name') ?? ''),
  result: (item, view) =>
    textField(item.output, 'team_name') === undefined ? undefined : [view.words.transcript.teamCreated],
}

export const teamDeleteView: ToolView = {
  subject: () => '',
  result: (item, view) => {
    const name = textField(item.output, 'team_name')
    return name === undefined ? undefined : [view.words.transcript.teamDeleted(safeLine(name))]
  },
}

export const sendMessageView: ToolView = {
  subject: input =>
    [textField(input, 'to') ?? '', textField(input, 'summary') ?? textField(input, 'message') ?? '']
      .filter(text => text !== '')
      .map(safeLine)
      .join(': '),
  result: (item, view) => {
    const names = listField(item.output, 'recipients').filter(name => typeof name === 'string')
    const isSent = names.length > 0 || textField(item.output, 'message') !== undefined
    return isSent ? [view.words.transcript.messageSent(names.map(safeLine).join(', '))] : undefined
  },
}
