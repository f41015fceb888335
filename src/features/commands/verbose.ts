import { viewCommand } from './view-command.ts'

export const verboseCommand = viewCommand({
  name: 'verbose',
  description: 'Show or hide details',
})
