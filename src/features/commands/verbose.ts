import { viewCommand } from './view-command.ts'

export const verboseCommand = viewCommand({
  name: 'verbose',
  description: 'Show everything, or only what matters',
})
