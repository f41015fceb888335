import type { Command } from '../../protocol/command.ts'

export const cdCommand: Command = {
  name: 'cd',
  description: 'Change the working directory',
  argumentHint: '[directory]',
  group: 'work',
  headless: true,
  async run(args, { engine, place }) {
    if (args === '') return { kind: 'shown', text: (await engine.query('state')).cwd }
    return { kind: 'shown', text: `Now working in ${await place.changeDirectory(args)}.` }
  },
}
