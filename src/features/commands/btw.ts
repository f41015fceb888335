import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const btwCommand: Command = {
  name: 'btw',
  description: "Ask a side question; it isn't added to the conversation",
  argumentHint: '<question>',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { askBeside }) {
    if (args === '') throw new OpError('Ask a question, for example: /btw which file was that in?')
    return { kind: 'shown', text: await askBeside(args) }
  },
}
