import type { Command } from '../../../protocol/command.ts'

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
