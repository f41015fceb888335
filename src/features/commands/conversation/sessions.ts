import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const clearCommand: Command = {
  name: 'clear',
  aliases: ['reset', 'new'],
  description: 'Clear the conversation and start over; the session file keeps it',
  group: 'conversation',
  destructive: true,
  headless: true,
  async run(_, { engine }) {
    await engine.send({ type: 'clear' })
    return {
      kind: 'shown',
      text: 'Conversation cleared. The session file still has it.',
    }
  },
}

export const resumeCommand: Command = {
  name: 'resume',
  aliases: ['continue'],
  description: 'Resume an earlier session',
  argumentHint: '[session id or name]',
  group: 'conversation',
  headless: false,
  panel: { name: 'resume', when: 'bare' },
  async run(args) {
    if (args === '')
      return {
        kind: 'ui',
        request: { kind: 'panel', panel: 'resume' },
        text: 'List sessions with capstan sessions list; resume one with capstan --resume <id>.',
      }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId: args },
      text: `To resume it: capstan --resume ${args}`,
    }
  },
}

const MAX_TITLE = 200

export const renameCommand: Command = {
  name: 'rename',
  description: 'Name this session',
  argumentHint: '<name>',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const title = args.replace(/\s+/g, ' ').trim()
    if (title === '') {
      const { title: now } = await engine.query('state')
      const text = now === undefined ? 'This session has no name yet: /rename <name>' : `Name: ${now}`
      return { kind: 'shown', text }
    }
    if (title.length > MAX_TITLE) throw new OpError(`A name can have at most ${MAX_TITLE} characters.`)
    await engine.send({ type: 'set_title', title })
    return { kind: 'shown', text: `Renamed to: ${title}` }
  },
}

const MAX_TAG = 60

export const tagCommand: Command = {
  name: 'tag',
  description: 'Tag the conversation, to find it again; off removes the tag',
  argumentHint: '<tag>|off',
  group: 'conversation',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const wanted = args.replace(/\s+/g, ' ').trim()
    if (wanted === '')
      throw new OpError('/tag takes a word or two, such as /tag release; /tag off removes it.')
    if (wanted.length > MAX_TAG) throw new OpError(`A tag has at most ${MAX_TAG} characters.`)
    await engine.send({ type: 'set_tag', tag: wanted === 'off' ? '' : wanted })
    return { kind: 'shown', text: wanted === 'off' ? 'The tag was removed.' : `Tagged: ${wanted}` }
  },
}
