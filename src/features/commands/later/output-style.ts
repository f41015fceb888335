import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

export const outputStyle: Pick<Command, 'run'> = {
  async run(args, { engine, settings, rich }) {
    const { current, available } = await engine.query('styles')
    if (args === '') {
      const rows = available.map(({ name, description }) => [
        name,
        name === current ? 'in use' : '',
        description,
      ])
      return {
        kind: 'shown',
        text: `The output style is ${current}.\n\n${columns(['style', '', 'what it does'], rows, rich)}`,
      }
    }
    const wanted = available.find(({ name }) => name.toLowerCase() === args.toLowerCase())
    if (!wanted)
      throw new OpError(
        `There is no output style named "${args}". You have: ${available.map(({ name }) => name).join(', ')}.`,
      )
    const { file } = await settings.write('outputStyle', wanted.name, 'user')
    return { kind: 'shown', text: `New conversations use the output style ${wanted.name}. Saved in ${file}.` }
  },
}
