import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const addDirCommand: Command = {
  name: 'add-dir',
  description: 'Work in another directory too',
  argumentHint: '<directory> [--save]',
  group: 'permissions',
  headless: true,
  beside: true,
  async run(args, { engine, place }) {
    const save = /(^|\s)--save$/.test(args)
    const path = args.replace(/(^|\s)--save$/, '').trim()
    if (path === '') throw new OpError('Say which directory: /add-dir ../other.')
    const directory = place.resolve(path)
    const destination = save ? 'localSettings' : 'session'
    await engine.send({
      type: 'update_permissions',
      updates: [{ type: 'addDirectories', directories: [directory], destination }],
    })
    const until = save
      ? 'It is saved for later sessions here.'
      : 'It counts for this session; --save keeps it.'
    return { kind: 'shown', text: `${directory} is a working directory now. ${until}` }
  },
}
