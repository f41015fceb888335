import type { Command, CommandOutcome } from '../../../protocol/command.ts'
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
    if (/^code\b/.test(args)) return await copyCode(args, answersIn(await engine.query('history')))
    const which = args === '' ? 1 : args === 'all' ? 'all' : Number(args)
    if (which !== 'all' && (!Number.isInteger(which) || which < 1))
      throw new OpError(conversationAnswer('copy_takes'))
    const answers = answersIn(await engine.query('history'))
    const text = which === 'all' ? answers.join('\n\n') : answers.at(-which)
    if (text === undefined || text === '') throw new OpError(conversationAnswer('no_such_answer'))
    return { kind: 'ui', request: { kind: 'copy', which }, text: verbatim(text) }
  },
}

/** A block of the last answer that has any, counted from its beginning; without a number the last one. */
const copyCode = async (args: string, answers: readonly string[]): Promise<CommandOutcome> => {
  const [isCode, number] = /^code(?: +(\d{1,4}))?$/.exec(args) ?? []
  if (isCode === undefined) throw new OpError(conversationAnswer('copy_takes'))
  const { codeBlocksIn } = await import('../../../lib/text/code-blocks.ts')
  for (const answer of answers.toReversed()) {
    const blocks = await codeBlocksIn(answer)
    if (blocks.length === 0) continue
    const text = number === undefined ? blocks.at(-1) : blocks[Number(number) - 1]
    if (text === undefined) throw new OpError(conversationAnswer('no_such_code', { count: blocks.length }))
    return { kind: 'ui', request: { kind: 'copy', which: 1, text }, text: verbatim(text) }
  }
  throw new OpError(conversationAnswer('no_code'))
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
