import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const sandboxCommand: Command = {
  name: 'sandbox',
  description: 'Show the sandbox, or turn it on or off for the next start',
  argumentHint: '[on|off]',
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    if (args === '') return { kind: 'shown', text: STATES[(await engine.query('permissions')).sandbox] }
    if (args !== 'on' && args !== 'off') throw new OpError('/sandbox takes on or off.')
    const { file } = await settings.write('sandbox.enabled', args === 'on', 'user')
    return {
      kind: 'shown',
      text: `From the next start, commands ${args === 'on' ? 'run in a sandbox' : 'run without a sandbox'}. Saved in ${file}.`,
    }
  },
}

const STATES = {
  on: 'Commands run in a sandbox: they write only in the working directories and reach only the network that is allowed.',
  off: 'Commands run without a sandbox. Turn it on with /sandbox on.',
  unavailable:
    "The sandbox is on but doesn't work on this machine: commands run without it, with the usual permission prompts. See /doctor.",
} as const
