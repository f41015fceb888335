import type { Command } from '../../protocol/command.ts'
import { columns } from './columns.ts'

export const modelCommand: Command = {
  name: 'model',
  description: 'Show the model and those that are known, or go on with another one',
  argumentHint: '[name]',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'model', when: 'bare' },
  async run(args, { engine, rich }) {
    const before = await engine.query('state')
    if (args !== '') {
      await engine.send({ type: 'set_model', model: args })
      const { model } = await engine.query('state')
      const same = model === before.model
      return {
        kind: 'shown',
        text: same ? `The model is ${model} already.` : `Going on with ${model} instead of ${before.model}.`,
      }
    }
    const models = await engine.query('models')
    const rows = models.map(({ value, description }) => [
      value === before.model ? '*' : '',
      value,
      description,
    ])
    return {
      kind: 'shown',
      text: [`The model is ${before.model}.`, '', columns(['', 'model', 'window'], rows, rich)].join('\n'),
    }
  },
}
