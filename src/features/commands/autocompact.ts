import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { grouped } from './columns.ts'

export const autocompactCommand: Command = {
  name: 'autocompact',
  description: 'Say whether and where room is made by itself; on or off changes it',
  argumentHint: '[on|off]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, setAutoCompact, settings }) {
    if (args === '') {
      const { compactAt, tokens } = await engine.query('context')
      const text =
        compactAt === undefined
          ? 'Room is not made by itself. /autocompact on changes that, /compact makes room now.'
          : `Room is made by itself at about ${grouped(compactAt)} tokens; the conversation has about ${grouped(tokens)}.`
      return { kind: 'shown', text }
    }
    if (args !== 'on' && args !== 'off') throw new OpError('/autocompact takes on or off.')
    setAutoCompact(args === 'on')
    const { file } = await settings.write('autoCompactEnabled', args === 'on', 'user')
    const what = args === 'on' ? 'Room is made by itself from now on' : 'Room is not made by itself any more'
    return { kind: 'shown', text: `${what}. Saved in ${file}.` }
  },
}
