import type { Command } from '../../protocol/command.ts'

export const recapCommand: Command = {
  name: 'recap',
  description: 'Summarize the session so far in a few sentences',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(_, { recap }) {
    return { kind: 'shown', text: await recap() }
  },
}
