import type { Command } from '../../protocol/command.ts'
import type { MemoryTidied } from '../../protocol/memory.ts'
import { OpError } from '../../protocol/op.ts'

export const dreamCommand: Command = {
  name: 'dream',
  description: "Tidy this project's memories: merge duplicates, drop what is outdated",
  group: 'context',
  destructive: true,
  headless: true,
  async run(_, { tidyMemory }) {
    return { kind: 'shown', text: tell(await tidyMemory()) }
  },
}

const tell = (result: MemoryTidied): string => {
  switch (result.kind) {
    case 'not_due':
      return 'No memories to tidy yet.'
    case 'busy':
      throw new OpError('Memories are already being tidied. Nothing was changed here; check again later.')
    case 'failed':
      throw new OpError(`Couldn't tidy the memories: ${result.why}. They are unchanged.`)
    case 'done':
      return result.backup === undefined
        ? 'Memories are tidy: nothing to change.'
        : [
            ...result.saved.map(file => `Rewritten: ${file}`),
            ...result.removed.map(file => `Removed: ${file}`),
            `Backup: ${result.backup}`,
          ].join('\n')
  }
}
