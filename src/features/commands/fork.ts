import type { Command } from '../../protocol/command.ts'

export const forkCommand: Command = {
  name: 'fork',
  description: 'Go on in a copy of this conversation; this one stays as it is',
  group: 'conversation',
  headless: false,
  async run(_, { engine }) {
    const { sessionId, transcriptPath } = await engine.query('state')
    if (transcriptPath === undefined)
      return { kind: 'shown', text: 'This conversation is not kept in a file, so there is nothing to copy.' }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId, fork: true },
      text: `To go on in a copy: capstan --resume ${sessionId} --fork-session`,
    }
  },
}
