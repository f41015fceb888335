import type { Command } from '../../protocol/command.ts'

export const loginCommand: Command = {
  name: 'login',
  description: 'Sign in: enter an API key, or choose a model server on this machine',
  group: 'setup',
  headless: false,
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'sign_in' },
      text: 'Set ANTHROPIC_API_KEY, or start capstan in a terminal and use /login there.',
    }
  },
}
