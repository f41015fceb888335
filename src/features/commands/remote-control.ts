import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const remoteControlCommand: Command = {
  name: 'remote-control',
  aliases: ['rc'],
  description: 'Follow and control this session from a browser or another terminal; off stops that',
  argumentHint: '[off]',
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args) {
    const word = args.trim()
    if (word !== '' && word !== 'on' && word !== 'off') throw new OpError('Usage: /remote-control [off]')
    return {
      kind: 'ui',
      request: { kind: 'remote_control', how: word === 'off' ? 'off' : 'on' },
      text: 'Remote control needs a session in a terminal. For others, run "capstan serve".',
    }
  },
}
