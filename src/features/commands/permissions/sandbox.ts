import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

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

export const addDirCommand: Command = {
  name: 'add-dir',
  description: 'Add a working directory',
  argumentHint: '<directory> [--save]',
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, place }) {
    const save = /(^|\s)--save$/.test(args)
    const path = args.replace(/(^|\s)--save$/, '').trim()
    if (path === '') throw new OpError('Which directory? For example: /add-dir ../other')
    const directory = place.resolve(path)
    const destination = save ? 'localSettings' : 'session'
    await engine.send({
      type: 'update_permissions',
      updates: [{ type: 'addDirectories', directories: [directory], destination }],
    })
    const until = save
      ? 'Saved for later sessions in this project.'
      : 'For this session only; add --save to keep it.'
    return { kind: 'shown', text: `Added ${directory} as a working directory. ${until}` }
  },
}
