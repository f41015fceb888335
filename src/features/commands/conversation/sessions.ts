import type { Command } from '../../../protocol/command.ts'
import { conversationAnswer } from '../../../protocol/messages/commands/conversation.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const clearCommand: Command = {
  ...described('clear', ['reset', 'new']),
  group: 'conversation',
  destructive: true,
  headless: true,
  async run(_, { engine }) {
    await engine.send({ type: 'clear' })
    return shown(conversationAnswer('cleared'))
  },
}

export const resumeCommand: Command = {
  ...described('resume', ['continue']),
  group: 'conversation',
  headless: false,
  panel: { name: 'resume', when: 'bare' },
  async run(args) {
    if (args === '')
      return {
        kind: 'ui',
        request: { kind: 'panel', panel: 'resume' },
        text: conversationAnswer('list_sessions'),
      }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId: args },
      text: conversationAnswer('resume_elsewhere', { command: `capstan --resume ${args}` }),
    }
  },
}

const MAX_TITLE = 200

export const renameCommand: Command = {
  ...described('rename'),
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const title = args.replace(/\s+/g, ' ').trim()
    if (title === '') {
      const { title: now } = await engine.query('state')
      return shown(
        now === undefined ? conversationAnswer('no_name') : conversationAnswer('name', { name: now }),
      )
    }
    if (title.length > MAX_TITLE) throw new OpError(conversationAnswer('name_too_long', { most: MAX_TITLE }))
    await engine.send({ type: 'set_title', title })
    return shown(conversationAnswer('renamed', { name: title }))
  },
}

const MAX_TAG = 60

export const tagCommand: Command = {
  ...described('tag'),
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const wanted = args.replace(/\s+/g, ' ').trim()
    if (wanted === '') throw new OpError(conversationAnswer('tag_takes'))
    if (wanted.length > MAX_TAG) throw new OpError(conversationAnswer('tag_too_long', { most: MAX_TAG }))
    await engine.send({ type: 'set_tag', tag: wanted === 'off' ? '' : wanted })
    return shown(
      wanted === 'off' ? conversationAnswer('tag_removed') : conversationAnswer('tagged', { tag: wanted }),
    )
  },
}
