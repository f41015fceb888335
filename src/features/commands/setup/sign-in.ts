import type { Command } from '../../../protocol/command.ts'
import { setupAnswer } from '../../../protocol/messages/commands/setup.ts'
import { described } from '../described.ts'

export const loginCommand: Command = {
  ...described('login'),
  group: 'setup',
  headless: false,
  async run(args) {
    return {
      kind: 'ui',
      request: { kind: 'sign_in', ...(args === '' ? {} : { provider: args }) },
      text: setupAnswer('login_elsewhere'),
    }
  },
}

export const logoutCommand: Command = {
  ...described('logout'),
  group: 'setup',
  destructive: true,
  headless: false,
  async run(args) {
    return {
      kind: 'ui',
      request: { kind: 'sign_out', ...(args === '' ? {} : { provider: args }) },
      text: setupAnswer('logout_elsewhere'),
    }
  },
}
