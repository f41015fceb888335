import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns, grouped } from '../columns.ts'

export const snip: Pick<Command, 'run'> = {
  async run(args, { engine, outline, rich }) {
    const items = outline()
    if (args === '') {
      if (items.length === 0) return { kind: 'shown', text: 'There is nothing to remove yet.' }
      const rows = items.map(({ id, tokens, text }) => [id, tokens, text])
      return {
        kind: 'shown',
        text: `${columns(['id', 'tokens', 'reply'], rows, rich)}\n\n/snip <id> removes one, /snip <first> <last> a range. Your messages and the last reply always stay.`,
      }
    }
    const [from = '', to = from, ...more] = args.split(/\s+/)
    if (more.length > 0) throw new OpError('/snip takes one id, or the first and the last of a range.')
    const [first, last] = [from, to].map(id => items.findIndex(item => item.id === id)) as [number, number]
    const unknown = first === -1 ? from : last === -1 ? to : undefined
    if (unknown !== undefined) throw new OpError(`There is no reply ${unknown}. /snip lists them.`)
    await engine.send({ type: 'snip', from, to })
    const tokens = items.slice(Math.min(first, last), Math.max(first, last) + 1)
    const sum = tokens.reduce((all, item) => all + item.tokens, 0)
    return { kind: 'shown', text: `Removed from the next request on: about ${grouped(sum)} tokens.` }
  },
}
