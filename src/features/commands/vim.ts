import { viewCommand } from './view-command.ts'

export const vimCommand = viewCommand({
  name: 'vim',
  description: 'Edit the prompt as in vim, or as usual again',
})
