import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

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
