import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

const DEFAULT_DAYS = 30

export const insights: Pick<Command, 'run'> = {
  async run(args, host) {
    const days = args === '' ? DEFAULT_DAYS : Number(args)
    if (!Number.isInteger(days) || days < 1) throw new OpError('/insights takes a number of days, such as 7.')
    return { kind: 'shown', text: await host.insights(days) }
  },
}
