import type { Command } from '../../protocol/command.ts'

export const cdCommand: Command = {
  name: 'cd',
  description: 'Work in another directory from now on',
  argumentHint: '[directory]',
  group: 'work',
  headless: true,
  async run(args, { engine, place }) {
    if (args === '') return { kind: 'shown', text: (await engine.query('state')).cwd }
    return { kind: 'shown', text: `Working in ${await place.changeDirectory(args)} now.` }
  },
}
