import type { Command } from '../../../protocol/command.ts'
import { type Message, plainText, SYNTHETIC_MODEL } from '../../../protocol/message.ts'
import { OpError } from '../../../protocol/op.ts'

export const copyCommand: Command = {
  name: 'copy',
  description: 'Copy the last answer (or an earlier one: 2, 3 …, all)',
  argumentHint: '[number|all]',
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args, { engine }) {
    const which = args === '' ? 1 : args === 'all' ? 'all' : Number(args)
    if (which !== 'all' && (!Number.isInteger(which) || which < 1))
      throw new OpError('/copy takes a number, counting back from the last answer, or all.')
    const answers = answersIn(await engine.query('history'))
    const text = which === 'all' ? answers.join('\n\n') : answers.at(-which)
    if (text === undefined || text === '') throw new OpError('No such answer to copy.')
    return { kind: 'ui', request: { kind: 'copy', which }, text }
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
  name: 'recap',
  description: 'Summarize the session so far in a few sentences',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(_, { recap }) {
    return { kind: 'shown', text: await recap() }
  },
}

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
