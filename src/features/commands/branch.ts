import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { ago } from './ago.ts'
import { columns } from './columns.ts'

export const branchCommand: Command = {
  name: 'branch',
  description: 'Switch to another branch of the conversation',
  argumentHint: '[number]',
  group: 'conversation',
  headless: true,
  panel: { name: 'tree', when: 'bare' },
  async run(args, { engine, rich }) {
    const { prompts, current } = await engine.query('tree')
    const ends = prompts.filter(prompt => prompt.leaf)
    if (args === '') {
      if (ends.length < 2) return { kind: 'shown', text: 'This is the only branch. /rewind starts another.' }
      const rows = ends.map(({ uuid, title, ageMs }, at) => [
        uuid === current ? '*' : '',
        String(at + 1),
        title.slice(0, 80),
        ago(ageMs),
      ])
      return { kind: 'shown', text: columns(['', '', 'last message', 'ago'], rows, rich) }
    }
    const end = ends[Number(args) - 1]
    if (!end) throw new OpError(`There is no branch ${args}. /branch lists them.`)
    if (end.uuid === current) return { kind: 'shown', text: 'Already on that branch.' }
    const report = await engine.rewind({ messageUuid: end.uuid, what: 'both', to: 'end' })
    if (!report.canMove) throw new OpError(report.error)
    return { kind: 'shown', text: `Switched. The conversation continues after: ${end.title}` }
  },
}
