import { randomUUID } from 'node:crypto'
import { marketplaceSourceOf, sparselyFrom } from '../../features/plugins/format/marketplace-source.ts'
import { readUserValue } from '../../features/plugins/format/user-option.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { type Installed, installPlugin, uninstallPlugin } from '../../features/plugins/store/install.ts'
import {
  addMarketplace,
  type Catalogue,
  removeMarketplace,
} from '../../features/plugins/store/marketplaces.ts'
import { readRecords } from '../../features/plugins/store/records.ts'
import { storeSecret } from '../../features/plugins/store/secrets.ts'
import { parseId } from '../../features/plugins/store/store-paths.ts'
import { oneOf, pluginText } from '../../protocol/messages/host/plugins.ts'
import { listInstalled, type PluginRow } from './desk-list.ts'
import { type DeskOptions, gatherNow, isDirectoryAt, type PluginScope, storeDeps } from './desk-options.ts'
import { approveProposal, changeSetting, enablePlugin, scopesOf } from './desk-settings.ts'
import { SKILLS_DIR } from './skill-folders.ts'

/** A plugin that is installed, by its id or, where only one has it, its name. Throws PluginError. */
export const findInstalled = (options: DeskOptions, wanted: string): PluginRow => {
  const all = listInstalled(options)
  const found = all.filter(({ id }) => id === wanted || id.split('@', 1)[0] === wanted)
  const [first, second] = found
  if (first && second)
    throw new PluginError(
      'refused',
      pluginText('several', { name: wanted, ids: oneOf(found.map(({ id }) => id)) }),
    )
  if (first) return first
  throw new PluginError('unknown', pluginText('not_installed', { name: wanted }))
}

/** Fetches a plugin with what it needs, and enables them. */
export const install = async (
  options: DeskOptions,
  wanted: string,
  scope: PluginScope = 'user',
): Promise<Installed & { readonly file: string }> => {
  const installed = await installPlugin(wanted, storeDeps(options, gatherNow(options)))
  let file = ''
  for (const { record, plugin } of [...installed.dependencies, installed]) {
    // Whoever made it may want it to be turned on by hand.
    const enabled = plugin.manifest.defaultEnabled !== false || scopesOf(options, record.id).length > 0
    file = await enablePlugin(options, { id: record.id, enabled, scope })
  }
  if (Object.hasOwn(gatherNow(options).plugins.proposed, installed.record.id))
    await approveProposal(options, installed.record.id)
  return { ...installed, file }
}

export const uninstall = async (
  options: DeskOptions,
  wanted: string,
  how: { readonly keepData: boolean },
): Promise<string> => {
  const { id, foreign } = findInstalled(options, wanted)
  if (foreign) throw new PluginError('refused', pluginText(inPlace(id) ?? 'uninstall_there', { id }))
  await uninstallPlugin(id, how, storeDeps(options, gatherNow(options)))
  for (const scope of scopesOf(options, id))
    await changeSetting(options, scope, { path: ['enabledPlugins', id] })
  await changeSetting(options, 'user', { path: ['pluginConfigs', id] })
  return id
}

/** Nobody installed what lies among the person's skills. */
const inPlace = (id: string): 'folder_stays' | undefined =>
  parseId(id).marketplace === SKILLS_DIR ? 'folder_stays' : undefined

/** Where it is named already, or for the person. */
export const setEnabled = async (
  options: DeskOptions,
  {
    wanted,
    enabled,
    scope,
  }: { readonly wanted: string; readonly enabled: boolean; readonly scope?: PluginScope },
): Promise<{ readonly id: string; readonly file: string }> => {
  const { id } = findInstalled(options, wanted)
  const where = scope ?? scopesOf(options, id)[0] ?? 'user'
  return { id, file: await enablePlugin(options, { id, enabled, scope: where }) }
}

/** Fetches the marketplace and the plugin again. */
export const update = async (options: DeskOptions, wanted: string): Promise<Installed> => {
  const { id, foreign } = findInstalled(options, wanted)
  if (foreign) throw new PluginError('refused', pluginText(inPlace(id) ?? 'update_there', { id }))
  const [, marketplace = ''] = id.split('@', 2)
  const known = readRecords(options.start.configHome).marketplaces[marketplace]
  const deps = storeDeps(options, gatherNow(options))
  if (known) await addMarketplace(known.source, deps, marketplace)
  return await installPlugin(id, deps)
}

interface AddOptions {
  readonly scope?: PluginScope | undefined
  readonly autoUpdate?: boolean
  /** The only directories of it that are wanted; none: all. */
  readonly sparse?: readonly string[]
}

export const addMarketplaceTyped = async (
  options: DeskOptions,
  typed: string,
  { scope, autoUpdate, sparse = [] }: AddOptions = {},
): Promise<Catalogue> => {
  const named = marketplaceSourceOf(typed, isDirectoryAt(options))
  const source = 'refused' in named ? named : sparselyFrom(named, sparse)
  if ('refused' in source)
    throw new PluginError('refused', pluginText('bad_value', { name: typed, problem: source.refused }))
  const deps = storeDeps(options, gatherNow(options))
  const whole =
    source.source === 'directory' || source.source === 'file'
      ? { ...source, path: deps.resolve(source.path) }
      : source
  const catalogue = await addMarketplace(whole, deps)
  if (scope === 'project' || scope === 'local' || autoUpdate)
    await changeSetting(options, scope ?? 'user', {
      path: ['extraKnownMarketplaces', catalogue.marketplace.name],
      value: { source: whole, ...(autoUpdate ? { autoUpdate } : {}) },
    })
  return catalogue
}

export const removeMarketplaceNamed = async (
  options: DeskOptions,
  name: string,
): Promise<readonly string[]> => {
  await removeMarketplace(name, storeDeps(options, gatherNow(options)))
  return listInstalled(options)
    .filter(({ id, foreign }) => !foreign && id.endsWith(`@${name}`))
    .map(({ id }) => id)
}

export const updateMarketplaces = async (
  options: DeskOptions,
  name?: string,
): Promise<readonly Catalogue[]> => {
  const all = Object.values(readRecords(options.start.configHome).marketplaces)
  const wanted = name === undefined ? all : all.filter(known => known.name === name)
  if (name !== undefined && wanted.length === 0)
    throw new PluginError('unknown', pluginText('no_marketplace', { name }))
  const deps = storeDeps(options, gatherNow(options))
  const updated: Catalogue[] = []
  for (const known of wanted) updated.push(await addMarketplace(known.source, deps, known.name))
  return updated
}

/** Keeps a value for a plugin: secrets apart from settings. Throws PluginError. */
export const configure = async (
  options: DeskOptions,
  { wanted, key, text }: { readonly wanted: string; readonly key: string; readonly text: string | undefined },
): Promise<{ readonly id: string; readonly secret: boolean }> => {
  const { id, options: known } = findInstalled(options, wanted)
  const option = Object.hasOwn(known, key) ? known[key] : undefined
  if (!option) {
    const names = Object.keys(known)
    throw new PluginError(
      'unknown',
      names.length === 0
        ? pluginText('no_option', { id, key })
        : pluginText('no_option_of', { id, key, names }),
    )
  }
  const read = text === undefined ? undefined : readUserValue(option, text)
  if (read && 'refused' in read)
    throw new PluginError('refused', pluginText('bad_value', { name: key, problem: read.refused }))
  const value = read?.value
  if (option.sensitive)
    await storeSecret(
      options.start.configHome,
      { id, key, ...(value === undefined ? {} : { value }) },
      { newId: randomUUID, now: Date.now },
    )
  else
    await changeSetting(options, 'user', {
      path: ['pluginConfigs', id, 'options', key],
      ...(value === undefined ? {} : { value }),
    })
  return { id, secret: option.sensitive === true }
}
