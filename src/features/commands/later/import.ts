import type { Command } from '../../../protocol/command.ts'

export const importFrom: Pick<Command, 'run'> = {
  async run(args, host) {
    const words = args.split(/\s+/).filter(word => word !== '')
    const write = words.includes('--yes')
    const names = words.filter(word => word !== '--yes')
    return { kind: 'shown', text: await host.importFrom({ names, write }) }
  },
}
