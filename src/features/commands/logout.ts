import type { Command } from '../../protocol/command.ts'

export const logoutCommand: Command = {
  name: 'logout',
  description: 'Sign out: remove saved keys, sign-ins and the model server',
  argumentHint: '[provider]',
  group: 'setup',
  destructive: true,
  headless: false,
  async run(args) {
    return {
      kind: 'ui',
      request: { kind: 'sign_out', ...(args === '' ? {} : { provider: args }) },
      text: 'Run "capstan auth logout", or start capstan in a terminal and use /logout there.',
    }
  },
}
