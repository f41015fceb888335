import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const reloadPlugins: Pick<Command, 'run'> = {
  async run(args, host) {
    if (args !== '' && args !== '--force') throw new OpError('/reload-plugins takes nothing, or --force.')
    const { refused, added, removed, changed } = await host.reloadPlugins({ force: args === '--force' })
    if (refused !== undefined) throw new OpError(refused)
    const parts = [
      ...(added.length > 0 ? [`Loaded: ${added.join(', ')}.`] : []),
      ...(changed.length > 0 ? [`Changed: ${changed.join(', ')}.`] : []),
      ...(removed.length > 0 ? [`Unloaded: ${removed.join(', ')}.`] : []),
    ]
    return { kind: 'shown', text: parts.length === 0 ? 'No plugin has changed.' : parts.join('\n') }
  },
}
