import type { Command } from '../../../protocol/command.ts'

export const plugin: Pick<Command, 'run'> = {
  async run(args, host) {
    const words = args.split(/\s+/).filter(word => word !== '')
    return { kind: 'shown', text: await host.managePlugins(words.length === 0 ? ['list'] : words) }
  },
}
