import type { Command } from '../../protocol/command.ts'

export const forkCommand: Command = {
  name: 'fork',
  description: 'Continue in a copy of this session; this one stays as it is',
  group: 'conversation',
  destructive: true,
  headless: false,
  async run(_, { engine }) {
    const { sessionId, transcriptPath } = await engine.query('state')
    if (transcriptPath === undefined)
      return { kind: 'shown', text: "This session isn't saved, so there is nothing to copy." }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId, fork: true },
      text: `To continue in a copy: capstan --resume ${sessionId} --fork-session`,
    }
  },
}
