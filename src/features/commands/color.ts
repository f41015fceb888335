import { viewCommand } from './view-command.ts'

export const colorCommand = viewCommand({
  name: 'color',
  description: 'Give this session a colour of its own, to tell it from others',
  argumentHint: '[name]',
})
