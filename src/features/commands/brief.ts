import { viewCommand } from './view-command.ts'

export const briefCommand = viewCommand({
  name: 'brief',
  description: 'Show only what the model sends you with Brief, or everything again',
  argumentHint: '[on|off]',
})
