import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { grouped } from './columns.ts'

export const autocompactCommand: Command = {
  name: 'autocompact',
  description: 'Show or change auto-compact: on or off',
  argumentHint: '[on|off]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, setAutoCompact, settings }) {
    if (args === '') {
      const { compactAt, tokens } = await engine.query('context')
      const text =
        compactAt === undefined
          ? 'Auto-compact is off. Turn it on with /autocompact on, or run /compact now.'
          : `Auto-compact is on: it runs at about ${grouped(compactAt)} tokens; this conversation has about ${grouped(tokens)}.`
      return { kind: 'shown', text }
    }
    if (args !== 'on' && args !== 'off') throw new OpError('/autocompact takes on or off.')
    setAutoCompact(args === 'on')
    const { file } = await settings.write('autoCompactEnabled', args === 'on', 'user')
    const what = args === 'on' ? 'Auto-compact is on' : 'Auto-compact is off'
    return { kind: 'shown', text: `${what}. Saved in ${file}.` }
  },
}
