import type { Command } from '../../protocol/command.ts'

export const logoutCommand: Command = {
  name: 'logout',
  description: 'Sign out: remove the saved API key or model server',
  group: 'setup',
  headless: false,
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'sign_out' },
      text: 'Start capstan in a terminal and use /logout there.',
    }
  },
}
