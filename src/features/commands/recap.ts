import type { Command } from '../../protocol/command.ts'

export const recapCommand: Command = {
  name: 'recap',
  description: 'Say in a few sentences what happened so far',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(_, { recap }) {
    return { kind: 'shown', text: await recap() }
  },
}
