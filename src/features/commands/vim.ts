import { viewCommand } from './view-command.ts'

export const vimCommand = viewCommand({
  name: 'vim',
  description: 'Turn vim mode on or off',
})
