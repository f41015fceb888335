import type { Command } from '../../protocol/command.ts'

export const resumeCommand: Command = {
  name: 'resume',
  aliases: ['continue'],
  description: 'Go on with an earlier conversation',
  argumentHint: '[session id or name]',
  group: 'conversation',
  headless: false,
  panel: { name: 'resume', when: 'bare' },
  async run(args) {
    if (args === '')
      return {
        kind: 'ui',
        request: { kind: 'panel', panel: 'resume' },
        text: 'capstan sessions list shows them, capstan --resume <id> goes on with one.',
      }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId: args },
      text: `To go on with it: capstan --resume ${args}`,
    }
  },
}
