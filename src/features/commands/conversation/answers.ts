import type { Command } from '../../../protocol/command.ts'
import { type Message, plainText, SYNTHETIC_MODEL } from '../../../protocol/message.ts'
import { conversationAnswer } from '../../../protocol/messages/commands/conversation.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const copyCommand: Command = {
  ...described('copy'),
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args, { engine }) {
    const which = args === '' ? 1 : args === 'all' ? 'all' : Number(args)
    if (which !== 'all' && (!Number.isInteger(which) || which < 1))
      throw new OpError(conversationAnswer('copy_takes'))
    const answers = answersIn(await engine.query('history'))
    const text = which === 'all' ? answers.join('\n\n') : answers.at(-which)
    if (text === undefined || text === '') throw new OpError(conversationAnswer('no_such_answer'))
    return { kind: 'ui', request: { kind: 'copy', which }, text: verbatim(text) }
  },
}

/** Blocks of one reply stand in records of their own. */
const answersIn = (messages: readonly Message[]): readonly string[] => {
  const replies = new Map<string, string>()
  for (const message of messages)
    if (message.type === 'assistant' && message.message.model !== SYNTHETIC_MODEL) {
      const { id, content } = message.message
      replies.set(id, (replies.get(id) ?? '') + plainText(content))
    }
  return [...replies.values()].filter(text => text.trim() !== '')
}

export const recapCommand: Command = {
  ...described('recap', ['summary']),
  group: 'conversation',
  headless: true,
  beside: true,
  async run(_, { recap }) {
    return shown(await recap())
  },
}

export const btwCommand: Command = {
  ...described('btw'),
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { askBeside }) {
    if (args === '') throw new OpError(conversationAnswer('ask_a_question'))
    return shown(await askBeside(args))
  },
}
