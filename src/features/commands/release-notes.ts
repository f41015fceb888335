import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'

export const releaseNotesCommand: Command = {
  name: 'release-notes',
  description: "Show what's new in this version",
  group: 'help',
  headless: true,
  beside: true,
  available: ({ releaseNotes }) => releaseNotes !== undefined,
  async run(_, { releaseNotes }) {
    if (!releaseNotes) throw new OpError('No release notes found.')
    return { kind: 'shown', text: await releaseNotes() }
  },
}
