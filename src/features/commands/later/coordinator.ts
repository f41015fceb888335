import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const coordinator: Pick<Command, 'run'> = {
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/coordinator takes on or off.')
    const { coordinator: before = false } = await engine.query('state')
    const enabled = args === '' ? !before : args === 'on'
    await engine.send({ type: 'set_coordinator', enabled })
    const text = enabled
      ? 'Coordinator mode is on: the model plans, agents do the work. Turn it off with /coordinator off.'
      : 'Coordinator mode is off: the model works with its own tools again.'
    const begun = (await engine.query('history')).length > 0
    const costs = 'Your next message is sent without the prompt cache, so it costs more once.'
    return { kind: 'shown', text: begun && enabled !== before ? [text, costs].join('\n') : text }
  },
}
