import type { Command } from '../../protocol/command.ts'

export const resumeCommand: Command = {
  name: 'resume',
  aliases: ['continue'],
  description: 'Resume an earlier session',
  argumentHint: '[session id or name]',
  group: 'conversation',
  headless: false,
  panel: { name: 'resume', when: 'bare' },
  async run(args) {
    if (args === '')
      return {
        kind: 'ui',
        request: { kind: 'panel', panel: 'resume' },
        text: 'List sessions with capstan sessions list; resume one with capstan --resume <id>.',
      }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId: args },
      text: `To resume it: capstan --resume ${args}`,
    }
  },
}
