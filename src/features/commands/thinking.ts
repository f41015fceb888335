import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const thinkingCommand: Command = {
  name: 'thinking',
  description: 'Turn extended thinking on or off',
  argumentHint: '[on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/thinking takes on or off.')
    const { thinking } = await engine.query('state')
    const enabled = args === '' ? !thinking : args === 'on'
    await engine.send({ type: 'set_thinking', enabled })
    const text = enabled ? 'Thinking is on.' : 'Thinking is off.'
    return { kind: 'shown', text: `${text} Takes effect with your next message.` }
  },
}
