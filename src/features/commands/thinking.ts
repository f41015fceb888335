import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const thinkingCommand: Command = {
  name: 'thinking',
  description: 'Let the model think before it answers, or not',
  argumentHint: '[on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/thinking takes on or off.')
    const { thinking } = await engine.query('state')
    const enabled = args === '' ? !thinking : args === 'on'
    await engine.send({ type: 'set_thinking', enabled })
    const text = enabled ? 'The model thinks before it answers.' : 'The model answers without thinking first.'
    return { kind: 'shown', text: `${text} It counts from the next message on.` }
  },
}
