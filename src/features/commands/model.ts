import { nearestName } from '../../lib/nearest-name.ts'
import type { Command } from '../../protocol/command.ts'
import type { Engine } from '../../protocol/engine.ts'
import { columns } from './columns.ts'

export const modelCommand: Command = {
  name: 'model',
  description: 'Show or switch the model',
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
        text: `${same ? `Already using ${model}.` : `Switched from ${before.model} to ${model}.`}${await doubts(model, engine)}`,
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

/** A name nobody knows may be right, on a server of one's own; mostly it is a slip. */
const doubts = async (model: string, engine: Pick<Engine, 'query'>): Promise<string> => {
  const known = (await engine.query('models')).map(({ value }) => value)
  if (known.some(name => model === name || /^[-@](?:\d{8}|latest)$/.test(model.slice(name.length)))) return ''
  const near = nearestName(model, known)
  const meant = near === undefined ? 'Check the name: /model lists the known ones.' : `Did you mean ${near}?`
  return `\nWarning: Capstan doesn’t know this model, so its context window is assumed and its price unknown. ${meant}`
}
