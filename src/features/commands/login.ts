import type { Command } from '../../protocol/command.ts'

export const loginCommand: Command = {
  name: 'login',
  description: 'Sign in to a model provider, or choose a model server on this machine',
  argumentHint: '[provider]',
  group: 'setup',
  headless: false,
  async run(args) {
    return {
      kind: 'ui',
      request: { kind: 'sign_in', ...(args === '' ? {} : { provider: args }) },
      text: 'Run "capstan auth login", or start capstan in a terminal and use /login there.',
    }
  },
}
