import { viewCommand } from './view-command.ts'

export const focusCommand = viewCommand({
  name: 'focus',
  description: 'Show only the conversation, without tool details',
})
