import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'

export const pluginCommand: Command = {
  name: 'plugin',
  aliases: ['plugins', 'marketplace'],
  description: 'Manage plugins and marketplaces',
  argumentHint: '[install|uninstall|enable|disable|update <name> | marketplace add …]',
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'plugin', when: 'bare' },
  async run(args, host) {
    const words = args.split(/\s+/).filter(word => word !== '')
    return { kind: 'shown', text: await host.managePlugins(words.length === 0 ? ['list'] : words) }
  },
}

export const reloadPluginsCommand: Command = {
  name: 'reload-plugins',
  description: 'Take up plugins that were installed, changed or removed',
  argumentHint: '[--force]',
  group: 'setup',
  headless: true,
  beside: true,
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

export const importCommand: Command = {
  name: 'import',
  description: 'Show what can be brought over from other tools; --yes does it',
  argumentHint: '[tool …] [--yes]',
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, host) {
    const words = args.split(/\s+/).filter(word => word !== '')
    const write = words.includes('--yes')
    const names = words.filter(word => word !== '--yes')
    return { kind: 'shown', text: await host.importFrom({ names, write }) }
  },
}
