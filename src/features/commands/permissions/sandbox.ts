import type { Command } from '../../../protocol/command.ts'
import { permissionsAnswer } from '../../../protocol/messages/commands/permissions.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const sandboxCommand: Command = {
  ...described('sandbox'),
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    if (args === '') return shown(permissionsAnswer(`sandbox_${(await engine.query('permissions')).sandbox}`))
    if (args !== 'on' && args !== 'off')
      throw new OpError(usageAnswer('takes_on_or_off', { command: 'sandbox' }))
    const { file } = await settings.write('sandbox.enabled', args === 'on', 'user')
    return shown(permissionsAnswer(`sandbox_turned_${args}`, { file }))
  },
}

export const addDirCommand: Command = {
  ...described('add_dir'),
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, place }) {
    const save = /(^|\s)--save$/.test(args)
    const path = args.replace(/(^|\s)--save$/, '').trim()
    if (path === '') throw new OpError(permissionsAnswer('which_directory'))
    const directory = place.resolve(path)
    const destination = save ? 'localSettings' : 'session'
    await engine.send({
      type: 'update_permissions',
      updates: [{ type: 'addDirectories', directories: [directory], destination }],
    })
    return shown(permissionsAnswer(save ? 'directory_saved' : 'directory_added', { directory }))
  },
}
