import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const releaseNotesCommand: Command = {
  name: 'release-notes',
  description: 'Say what is new in this version',
  group: 'help',
  headless: true,
  beside: true,
  available: ({ releaseNotes }) => releaseNotes !== undefined,
  async run(_, { releaseNotes }) {
    if (!releaseNotes) throw new OpError('Nothing is known about what is new.')
    return { kind: 'shown', text: await releaseNotes() }
  },
}
