import { nearestName } from '../../../lib/nearest-name.ts'
import type { Command } from '../../../protocol/command.ts'
import type { Engine } from '../../../protocol/engine.ts'
import { EFFORTS } from '../../../protocol/model.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

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

export const effortCommand: Command = {
  name: 'effort',
  description: 'Show or change the reasoning effort',
  argumentHint: `[${EFFORTS.join('|')}|default]`,
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'effort', when: 'bare' },
  async run(args, { engine }) {
    if (args !== '') {
      const effort = EFFORTS.find(each => each === args)
      if (effort === undefined && args !== 'default')
        throw new OpError(`/effort takes ${EFFORTS.join(', ')} or default.`)
      await engine.send({ type: 'set_effort', ...(effort === undefined ? {} : { effort }) })
    }
    const { effort = "the model's default" } = await engine.query('state')
    return { kind: 'shown', text: `The effort is ${effort}. It can be ${EFFORTS.join(', ')} or default.` }
  },
}

export const thinkingCommand: Command = {
  name: 'thinking',
  description: 'Turn extended thinking on or off',
  argumentHint: '[on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/thinking takes on or off.')
    const { thinking } = await engine.query('state')
    const enabled = args === '' ? !thinking : args === 'on'
    await engine.send({ type: 'set_thinking', enabled })
    const text = enabled ? 'Thinking is on.' : 'Thinking is off.'
    return { kind: 'shown', text: `${text} Takes effect with your next message.` }
  },
}

export const fastCommand: Command = {
  name: 'fast',
  description: 'Turn fast mode on or off: quicker answers for a higher price',
  argumentHint: '[on|off]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/fast takes on or off.')
    const { fast = false, model } = await engine.query('state')
    const enabled = args === '' ? !fast : args === 'on'
    await engine.send({ type: 'set_fast', enabled })
    const { file } = await settings.write('fastMode', enabled, 'user')
    const text = enabled
      ? `Fast mode is on: ${model} answers faster and costs more from the next message on.`
      : 'Fast mode is off.'
    return { kind: 'shown', text: `${text} Saved in ${file}.` }
  },
}
