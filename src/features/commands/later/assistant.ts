import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const assistant: Pick<Command, 'run'> = {
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/assistant takes on or off.')
    const before = (await engine.query('assistant')) !== null
    const enabled = args === '' ? !before : args === 'on'
    await engine.send({ type: 'set_assistant', enabled })
    return {
      kind: 'shown',
      text: enabled
        ? 'Assistant mode is on: Capstan checks in by itself while it is quiet. Turn it off with /assistant off.'
        : 'Assistant mode is off: nothing starts by itself any more.',
    }
  },
}
