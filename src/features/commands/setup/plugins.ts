import type { Command } from '../../../protocol/command.ts'
import { extensionsAnswer } from '../../../protocol/messages/commands/extensions.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const pluginCommand: Command = {
  ...described('plugin', ['plugins', 'marketplace']),
  group: 'setup',
  headless: true,
  beside: true,
  panel: { name: 'plugin', when: 'bare' },
  async run(args, host) {
    const words = args.split(/\s+/).filter(word => word !== '')
    return shown(await host.managePlugins(words.length === 0 ? ['list'] : words))
  },
}

export const reloadPluginsCommand: Command = {
  ...described('reload_plugins'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, host) {
    if (args !== '' && args !== '--force') throw new OpError(extensionsAnswer('reload_takes'))
    const { refused, added, removed, changed } = await host.reloadPlugins({ force: args === '--force' })
    if (refused !== undefined) throw new OpError(refused)
    const parts = [
      ...(added.length > 0 ? [extensionsAnswer('plugins_loaded', { plugins: added })] : []),
      ...(changed.length > 0 ? [extensionsAnswer('plugins_changed', { plugins: changed })] : []),
      ...(removed.length > 0 ? [extensionsAnswer('plugins_unloaded', { plugins: removed })] : []),
    ]
    return shownLines(parts.length === 0 ? [extensionsAnswer('no_plugin_changed')] : parts)
  },
}

export const importCommand: Command = {
  ...described('import'),
  group: 'setup',
  headless: true,
  beside: true,
  async run(args, host) {
    const words = args.split(/\s+/).filter(word => word !== '')
    const write = words.includes('--yes')
    const names = words.filter(word => word !== '--yes')
    return shown(await host.importFrom({ names, write }))
  },
}
