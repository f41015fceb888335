import type { Command } from '../../../protocol/command.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { modeName } from '../../../protocol/messages/permissions/permissions.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const planCommand: Command = {
  ...described('plan'),
  group: 'work',
  headless: false,
  beside: true,
  async run(args, { engine }) {
    const { mode, modeBefore = 'default' } = await engine.query('state')
    const word = args.trim().toLowerCase()
    if (word === 'off') {
      if (mode !== 'plan') return shown(workAnswer('plan_not_on'))
      await engine.send({ type: 'set_mode', mode: modeBefore })
      return shown(
        modeBefore === 'default'
          ? workAnswer('plan_off')
          : workAnswer('plan_off_back', { mode: modeName(modeBefore) }),
      )
    }
    if (mode !== 'plan') await engine.send({ type: 'set_mode', mode: 'plan' })
    if (word !== '' && word !== 'on') return { kind: 'submit', text: args }
    return shown(workAnswer('plan_on'))
  },
}

export const assistantCommand: Command = {
  ...described('assistant', ['proactive']),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off')
      throw new OpError(usageAnswer('takes_on_or_off', { command: 'assistant' }))
    const before = (await engine.query('assistant')) !== null
    const enabled = args === '' ? !before : args === 'on'
    await engine.send({ type: 'set_assistant', enabled })
    return shown(workAnswer(enabled ? 'assistant_on' : 'assistant_off'))
  },
}

export const coordinatorCommand: Command = {
  ...described('coordinator'),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off')
      throw new OpError(usageAnswer('takes_on_or_off', { command: 'coordinator' }))
    const { coordinator: before = false } = await engine.query('state')
    const enabled = args === '' ? !before : args === 'on'
    await engine.send({ type: 'set_coordinator', enabled })
    const begun = (await engine.query('history')).length > 0
    return shownLines([
      workAnswer(enabled ? 'coordinator_on' : 'coordinator_off'),
      ...(begun && enabled !== before ? [workAnswer('cache_lost_once')] : []),
    ])
  },
}
