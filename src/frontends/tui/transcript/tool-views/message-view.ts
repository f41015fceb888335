import { listField, textField } from '../../../../lib/values/read-field.ts'
import { safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

/** What it says stands right below, by itself. */
export const messageView: ToolView = {
  subject: () => '',
  result: item => (item.output === undefined ? undefined : []),
}

export const sentFileView: ToolView = {
  subject: input => safeLine(listField(input, 'files').map(String).join(', ')),
  result: item => (item.output === undefined ? undefined : []),
}

export const notificationView: ToolView = {
  subject: input => safeLine(textField(input, 'message') ?? ''),
  result: item => {
    const sent = listField(item.output, 'sent')
    return item.output === undefined ? undefined : sent.map(channel => safeLine(String(channel)))
  },
}
