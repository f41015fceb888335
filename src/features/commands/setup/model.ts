import { nearestName } from '../../../lib/nearest-name.ts'
import type { Command } from '../../../protocol/command.ts'
import type { Engine } from '../../../protocol/engine.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { EFFORTS } from '../../../protocol/model.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const modelCommand: Command = {
  ...described('model'),
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'model', when: 'bare' },
  async run(args, { engine }) {
    const before = await engine.query('state')
    if (args !== '') {
      await engine.send({ type: 'set_model', model: args })
      const { model } = await engine.query('state')
      const same = model === before.model
      const done = same
        ? setupAnswer('same_model', { model })
        : setupAnswer('model_switched', { before: before.model, model })
      return shownLines([done, ...(await doubts(model, engine))])
    }
    const models = await engine.query('models')
    const rows = models.map(({ value, description }) => [
      value === before.model ? '*' : '',
      value,
      description,
    ])
    const now = setupAnswer('model_now', { model: before.model })
    return shownLines([now, '', table(headerOf('', 'model', 'window'), rows)])
  },
}

/** A name nobody knows may be right, on a server of one's own; mostly it is a slip. */
const doubts = async (model: string, engine: Pick<Engine, 'query'>): Promise<readonly LocalizedText[]> => {
  const known = (await engine.query('models')).map(({ value }) => value)
  if (known.some(name => model === name || /^[-@](?:\d{8}|latest)$/.test(model.slice(name.length)))) return []
  const near = nearestName(model, known)
  return [near === undefined ? setupAnswer('unknown_model') : setupAnswer('unknown_model_near', { near })]
}

export const advisorCommand: Command = {
  ...described('advisor'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    if (args === '') {
      const { advisor } = await engine.query('state')
      return shown(
        advisor === undefined ? setupAnswer('no_advisor') : setupAnswer('advisor_now', { advisor }),
      )
    }
    if (args === 'off') {
      await engine.send({ type: 'set_advisor' })
      const file = await settings.remove('advisorModel', 'user')
      return shown(usageAnswer('saved', { what: setupAnswer('advisor_off'), file }))
    }
    await engine.send({ type: 'set_advisor', model: args })
    const { advisor = args } = await engine.query('state')
    const { file } = await settings.write('advisorModel', args, 'user')
    const what = setupAnswer('advisor_on', { advisor })
    return shownLines([usageAnswer('saved', { what, file }), ...(await doubts(advisor, engine))])
  },
}

export const effortCommand: Command = {
  ...described('effort'),
  argumentHint: `[${EFFORTS.join('|')}|auto]`,
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'effort', when: 'bare' },
  async run(args, { engine }) {
    if (args !== '') {
      const effort = EFFORTS.find(each => each === args)
      if (effort === undefined && args !== 'default' && args !== 'auto')
        throw new OpError(setupAnswer('effort_takes', { efforts: EFFORTS }))
      await engine.send({ type: 'set_effort', ...(effort === undefined ? {} : { effort }) })
    }
    const { effort = setupAnswer('model_default') } = await engine.query('state')
    return shown(setupAnswer('effort_now', { effort, efforts: EFFORTS }))
  },
}

export const thinkingCommand: Command = {
  ...described('thinking'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off')
      throw new OpError(usageAnswer('takes_on_or_off', { command: 'thinking' }))
    const { thinking } = await engine.query('state')
    const enabled = args === '' ? !thinking : args === 'on'
    await engine.send({ type: 'set_thinking', enabled })
    return shown(setupAnswer(enabled ? 'thinking_on' : 'thinking_off'))
  },
}

export const fastCommand: Command = {
  ...described('fast'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, { engine, settings }) {
    if (args !== '' && args !== 'on' && args !== 'off')
      throw new OpError(usageAnswer('takes_on_or_off', { command: 'fast' }))
    const { fast = false, model } = await engine.query('state')
    const enabled = args === '' ? !fast : args === 'on'
    await engine.send({ type: 'set_fast', enabled })
    const { file } = await settings.write('fastMode', enabled, 'user')
    const what = enabled ? setupAnswer('fast_on', { model }) : setupAnswer('fast_off')
    return shown(usageAnswer('saved', { what, file }))
  },
}
