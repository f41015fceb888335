import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const subtaskCommand: Command = {
  name: 'subtask',
  description: 'Let a fork of this conversation do something in the background',
  argumentHint: '<task>',
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args, { startFork }) {
    if (args === '') throw new OpError('Say what to do, for example: /subtask write tests for the parser')
    const { id } = await startFork(args)
    return { kind: 'shown', text: `Started in the background (${id}). See /tasks for its progress.` }
  },
}
