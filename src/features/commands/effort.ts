import type { Command } from '../../protocol/command.ts'
import { EFFORTS } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'

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
