import { PluginError } from '../../features/plugins/plugin-error.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { LockBusyError } from '../../lib/files/file-lock.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import { lines, mapText } from '../../protocol/messages/layout.ts'
import { describeError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import {
  addMarketplaceTyped,
  install,
  removeMarketplaceNamed,
  setEnabled,
  uninstall,
  update,
  updateMarketplaces,
} from './desk.ts'
import { bringsOf, listInstalled, listMarketplaces } from './desk-list.ts'
import type { DeskOptions } from './desk-options.ts'

/** `/plugin …` with words behind it, as pages of plugins tell people to type. What needs a yes of its own is not done. */
export const managePlugins = async (
  at: Omit<DeskOptions, 'agree'>,
  words: readonly string[],
  installed?: (plugin: { readonly id: string; readonly version: string }) => void,
): Promise<LocalizedText> => {
  const open: LocalizedText[] = []
  const yes = words.includes('--yes')
  const options: DeskOptions = {
    ...at,
    async agree({ kind, id }) {
      if (!yes) open.push(pluginAnswer(`asks_${kind}`, { id }))
      return yes
    },
  }
  try {
    const done = await perform(
      options,
      words.filter(word => word !== '--yes'),
      installed,
    )
    return lines([done, ...open])
  } catch (error) {
    if (error instanceof PluginError || error instanceof LockBusyError)
      throw new OpError(lines([describeError(error), ...open]))
    throw error
  }
}

const perform = async (
  options: DeskOptions,
  [first, ...rest]: readonly string[],
  installed: Parameters<typeof managePlugins>[2],
): Promise<LocalizedText> => {
  const [name] = rest
  if (first === 'marketplace' || first === 'market') return await inMarketplace(options, rest)
  if (first === 'list') return listText(options)
  if (name === undefined || rest.length > 1) throw new OpError(pluginAnswer('plugin_takes'))
  switch (first) {
    case 'install': {
      const { record, plugin, dependencies } = await install(options, name)
      for (const each of [...dependencies.map(({ record: needed }) => needed), record]) installed?.(each)
      const brings = bringsOf(plugin).map(each => mapText(each, words => escapeLine(words)))
      return pluginAnswer('installed', {
        id: record.id,
        version: escapeLine(record.version),
        parts: brings.length === 0 ? [pluginAnswer('nothing_usable')] : brings,
      })
    }
    case 'uninstall':
    case 'remove':
      return pluginAnswer('uninstalled', { id: await uninstall(options, name, { keepData: false }) })
    case 'enable':
    case 'disable': {
      const { id } = await setEnabled(options, { wanted: name, enabled: first === 'enable' })
      return pluginAnswer(first === 'enable' ? 'enabled' : 'disabled', { id })
    }
    case 'update': {
      const { record, unchanged } = await update(options, name)
      return unchanged
        ? pluginAnswer('up_to_date', { id: record.id })
        : pluginAnswer('updated', { id: record.id, version: escapeLine(record.version) })
    }
    default:
      throw new OpError(pluginAnswer('plugin_takes'))
  }
}

const inMarketplace = async (
  options: DeskOptions,
  [first, name]: readonly string[],
): Promise<LocalizedText> => {
  if (first === 'list')
    return linesOr(
      listMarketplaces(options).map(({ name: each, problem, plugins: count }) =>
        pluginAnswer('marketplace', {
          name: escapeLine(each),
          state: problem === undefined ? pluginAnswer('plugin_count', { count }) : problem,
        }),
      ),
      'no_marketplaces',
    )
  if (first === 'update') {
    const updated = await updateMarketplaces(options, name)
    return linesOr(
      updated.map(({ marketplace }) => pluginAnswer('marketplace_updated', { name: marketplace.name })),
      'no_marketplaces',
    )
  }
  if (name === undefined) throw new OpError(pluginAnswer('plugin_takes'))
  if (first === 'add') {
    const { marketplace } = await addMarketplaceTyped(options, name)
    return pluginAnswer('marketplace_added', {
      name: marketplace.name,
      count: marketplace.plugins.length,
    })
  }
  if (first !== 'remove') throw new OpError(pluginAnswer('plugin_takes'))
  await removeMarketplaceNamed(options, name)
  return pluginAnswer('marketplace_removed', { name })
}

const linesOr = (
  texts: readonly LocalizedText[],
  otherwise: 'no_marketplaces' | 'no_plugins',
): LocalizedText => (texts.length === 0 ? pluginAnswer(otherwise) : lines(texts))

const listText = (options: DeskOptions): LocalizedText =>
  linesOr(
    listInstalled(options).map(({ id, version, enabled }) =>
      pluginAnswer(enabled ? 'plugin_enabled' : 'plugin_disabled', {
        id: escapeLine(id),
        version: escapeLine(version),
      }),
    ),
    'no_plugins',
  )
