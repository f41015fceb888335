import type { Command } from '../../../protocol/command.ts'

export const plugin: Pick<Command, 'run'> = {
  async run() {
    return {
      kind: 'ui',
      request: { kind: 'panel', panel: 'plugin' },
      text: 'Run capstan plugin, or /plugin in an interactive session.',
    }
  },
}
