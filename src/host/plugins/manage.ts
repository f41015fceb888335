import { PluginError } from '../../features/plugins/plugin-error.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { LockBusyError } from '../../lib/file-lock.ts'
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

const USAGE =
  '/plugin takes install, uninstall, enable, disable or update with a name; list; or marketplace add, remove, update or list.'
const RELOAD = 'Run /reload-plugins to use it now.'

/** `/plugin …` with words behind it, as pages of plugins tell people to type. What needs a yes of its own is not done. */
export const managePlugins = async (
  at: Omit<DeskOptions, 'agree'>,
  words: readonly string[],
): Promise<string> => {
  const open: string[] = []
  const yes = words.includes('--yes')
  const options: DeskOptions = {
    ...at,
    async agree({ kind, id }) {
      if (!yes) open.push(`${id} asks for more (${ASKED[kind]}): open /plugin to see it, or add --yes.`)
      return yes
    },
  }
  try {
    const done = await perform(
      options,
      words.filter(word => word !== '--yes'),
    )
    return [done, ...open].join('\n')
  } catch (error) {
    if (error instanceof PluginError || error instanceof LockBusyError)
      throw new OpError([error.message, ...open].join('\n'))
    throw error
  }
}

const ASKED = { command: 'a command', bin: 'programs on the PATH', powers: 'new powers' } as const

const perform = async (options: DeskOptions, [first, ...rest]: readonly string[]): Promise<string> => {
  const [name] = rest
  if (first === 'marketplace' || first === 'market') return await inMarketplace(options, rest)
  if (first === 'list') return listText(options)
  if (name === undefined || rest.length > 1) throw new OpError(USAGE)
  switch (first) {
    case 'install': {
      const { record, plugin } = await install(options, name)
      const brings =
        bringsOf(plugin)
          .map(each => escapeLine(each))
          .join(', ') || 'nothing that can be used here'
      return `Installed ${record.id} ${escapeLine(record.version)}: ${brings}. ${RELOAD}`
    }
    case 'uninstall':
    case 'remove':
      return `Uninstalled ${await uninstall(options, name, { keepData: false })}. ${RELOAD}`
    case 'enable':
    case 'disable': {
      const { id } = await setEnabled(options, { wanted: name, enabled: first === 'enable' })
      return `${first === 'enable' ? 'Enabled' : 'Disabled'} ${id}. ${RELOAD}`
    }
    case 'update': {
      const { record, unchanged } = await update(options, name)
      return unchanged
        ? `${record.id} is up to date.`
        : `Updated ${record.id} to ${escapeLine(record.version)}. ${RELOAD}`
    }
    default:
      throw new OpError(USAGE)
  }
}

const inMarketplace = async (options: DeskOptions, [first, name]: readonly string[]): Promise<string> => {
  if (first === 'list')
    return (
      listMarketplaces(options)
        .map(each => `${escapeLine(each.name)}: ${escapeLine(each.problem ?? `${each.plugins} plugins`)}`)
        .join('\n') || 'No marketplaces yet.'
    )
  if (first === 'update') {
    const updated = await updateMarketplaces(options, name)
    return (
      updated.map(({ marketplace }) => `Updated ${marketplace.name}.`).join('\n') || 'No marketplaces yet.'
    )
  }
  if (name === undefined) throw new OpError(USAGE)
  if (first === 'add') {
    const { marketplace } = await addMarketplaceTyped(options, name)
    const { length } = marketplace.plugins
    return `Added the marketplace ${marketplace.name} with ${length === 1 ? '1 plugin' : `${length} plugins`}. /plugin shows them.`
  }
  if (first !== 'remove') throw new OpError(USAGE)
  await removeMarketplaceNamed(options, name)
  return `Removed the marketplace ${name}.`
}

const listText = (options: DeskOptions): string =>
  listInstalled(options)
    .map(
      ({ id, version, enabled }) =>
        `${escapeLine(id)} ${escapeLine(version)} ${enabled ? 'enabled' : 'disabled'}`,
    )
    .join('\n') || 'No plugins are installed.'
