import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const buddy: Pick<Command, 'run'> = {
  async run(args) {
    const value = args.trim()
    if (!['', 'on', 'off'].includes(value)) throw new OpError('Usage: /buddy [on|off]')
    const request = { kind: 'set_view', name: 'buddy', ...(value === '' ? {} : { value }) } as const
    return { kind: 'ui', request, text: 'This only works in an interactive session.' }
  },
}
