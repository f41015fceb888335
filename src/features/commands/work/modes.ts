import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const planCommand: Command = {
  name: 'plan',
  description: 'Plan first: nothing changes until you approve',
  argumentHint: '[on | off | what to plan]',
  group: 'work',
  headless: false,
  beside: true,
  async run(args, { engine }) {
    const { mode, modeBefore = 'default' } = await engine.query('state')
    const word = args.trim().toLowerCase()
    if (word === 'off') {
      if (mode !== 'plan') return { kind: 'shown', text: 'Plan mode is not on.' }
      await engine.send({ type: 'set_mode', mode: modeBefore })
      const back = modeBefore === 'default' ? '' : ` Back in mode ${modeBefore}.`
      return { kind: 'shown', text: `Plan mode is off.${back}` }
    }
    if (mode !== 'plan') await engine.send({ type: 'set_mode', mode: 'plan' })
    if (word !== '' && word !== 'on') return { kind: 'submit', text: args }
    return { kind: 'shown', text: 'Plan mode is on: say what to plan. Leave it with /plan off.' }
  },
}

export const assistantCommand: Command = {
  name: 'assistant',
  aliases: ['proactive'],
  description: 'Turn assistant mode on or off: Capstan checks in by itself while it is quiet',
  argumentHint: '[on|off]',
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/assistant takes on or off.')
    const before = (await engine.query('assistant')) !== null
    const enabled = args === '' ? !before : args === 'on'
    await engine.send({ type: 'set_assistant', enabled })
    return {
      kind: 'shown',
      text: enabled
        ? 'Assistant mode is on: Capstan checks in by itself while it is quiet. Turn it off with /assistant off.'
        : 'Assistant mode is off: nothing starts by itself any more.',
    }
  },
}

export const coordinatorCommand: Command = {
  name: 'coordinator',
  description: 'Turn coordinator mode on or off: the model plans and hands the work to agents',
  argumentHint: '[on|off]',
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    if (args !== '' && args !== 'on' && args !== 'off') throw new OpError('/coordinator takes on or off.')
    const { coordinator: before = false } = await engine.query('state')
    const enabled = args === '' ? !before : args === 'on'
    await engine.send({ type: 'set_coordinator', enabled })
    const text = enabled
      ? 'Coordinator mode is on: the model plans, agents do the work. Turn it off with /coordinator off.'
      : 'Coordinator mode is off: the model works with its own tools again.'
    const begun = (await engine.query('history')).length > 0
    const costs = 'Your next message is sent without the prompt cache, so it costs more once.'
    return { kind: 'shown', text: begun && enabled !== before ? [text, costs].join('\n') : text }
  },
}
