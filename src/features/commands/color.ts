import { viewCommand } from './view-command.ts'

export const colorCommand = viewCommand({
  name: 'color',
  description: 'Give this session its own color',
  argumentHint: '[name]',
})
