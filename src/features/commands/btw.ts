import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const btwCommand: Command = {
  name: 'btw',
  description: 'Ask something beside the work: it is answered now and forgotten',
  argumentHint: '<question>',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { askBeside }) {
    if (args === '') throw new OpError('Ask something: /btw which file was that in?')
    return { kind: 'shown', text: await askBeside(args) }
  },
}
