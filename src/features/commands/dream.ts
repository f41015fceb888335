import type { Command } from '../../protocol/command.ts'
import type { MemoryTidied } from '../../protocol/memory.ts'
import { OpError } from '../../protocol/op.ts'

export const dreamCommand: Command = {
  name: 'dream',
  description:
    'Put the memories of this project in order now: merge what belongs together, drop what is over',
  group: 'context',
  headless: true,
  async run(_, { tidyMemory }) {
    return { kind: 'shown', text: tell(await tidyMemory()) }
  },
}

const tell = (result: MemoryTidied): string => {
  switch (result.kind) {
    case 'not_due':
      return 'There are no memories yet, so nothing was put in order.'
    case 'busy':
      throw new OpError(
        'The memories are being put in order already. Nothing was changed here; look again later.',
      )
    case 'failed':
      throw new OpError(`The memories could not be put in order: ${result.why}. They are as they were.`)
    case 'done':
      return result.backup === undefined
        ? 'The memories are in order: nothing had to be changed.'
        : [
            ...result.saved.map(file => `Rewritten: ${file}`),
            ...result.removed.map(file => `Removed: ${file}`),
            `As they were before: ${result.backup}`,
          ].join('\n')
  }
}
