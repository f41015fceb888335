import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const fastCommand: Command = {
  name: 'fast',
  description: 'Turn fast mode on or off: quicker answers for a higher price',
  argumentHint: '[on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/fast takes on or off.')
    const { fast = false, model } = await engine.query('state')
    const enabled = args === '' ? !fast : args === 'on'
    await engine.send({ type: 'set_fast', enabled })
    const { file } = await settings.write('fastMode', enabled, 'user')
    const text = enabled
      ? `Fast mode is on: ${model} answers faster and costs more from the next message on.`
      : 'Fast mode is off.'
    return { kind: 'shown', text: `${text} Saved in ${file}.` }
  },
}
