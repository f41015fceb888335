import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

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
