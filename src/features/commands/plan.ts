import type { Command } from '../../protocol/command.ts'

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
