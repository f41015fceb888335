import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import {
  type Complain,
  type Complaint,
  collectComplaints,
  expectedText,
  isJson,
  type Json,
} from './complaint.ts'
import { ENTRY_FIELDS, PLUGIN_NAME, type PluginManifest, readManifest } from './manifest.ts'
import { type PluginSource, readPluginSource } from './plugin-source.ts'

/** One plugin of a marketplace. */
export interface MarketplaceEntry {
  readonly name: string
  readonly source: PluginSource
  /** What the entry says about the plugin itself. */
  readonly manifest: PluginManifest
  readonly category?: string
  /** False: the entry is all there is to say, and the plugin needs no manifest of its own. */
  readonly strict: boolean
}

/** `marketplace.json`, checked. */
export interface Marketplace {
  readonly name: string
  readonly owner: string
  readonly description?: string
  readonly plugins: readonly MarketplaceEntry[]
  /** From an old name to the new one; null: it is gone. */
  readonly renames: Readonly<Record<string, string | null>>
  /** Other marketplaces its plugins may depend on. */
  readonly dependsOn: readonly string[]
}

export interface MarketplaceRead {
  readonly marketplace?: Marketplace
  readonly complaints: readonly Complaint[]
}

const FIELDS: readonly string[] = [
  'name',
  'owner',
  'plugins',
  'description',
  'version',
  'metadata',
  'allowCrossMarketplaceDependenciesOn',
  'renames',
  '$schema',
]

/** An entry that is wrong is left out and said; a file that is wrong as a whole is no marketplace. */
export const readMarketplace = (value: unknown): MarketplaceRead => {
  const { all, complain } = collectComplaints()
  if (!isJson(value)) {
    complain('error', '', expectedText(pluginFileText('object'), { value }))
    return { complaints: all }
  }
  for (const key of Object.keys(value))
    if (!FIELDS.includes(key)) complain('warning', key, pluginFileText('unknown'))
  const name = readName(value['name'], complain)
  const owner = readOwner(value['owner'], complain)
  const { plugins } = value
  if (!Array.isArray(plugins))
    complain('error', 'plugins', expectedText(pluginFileText('list'), { value: plugins }))
  if (name === undefined || owner === undefined || !Array.isArray(plugins)) return { complaints: all }
  const metadata = isJson(value['metadata']) ? value['metadata'] : {}
  const root = typeof metadata['pluginRoot'] === 'string' ? metadata['pluginRoot'] : '.'
  return {
    marketplace: {
      name,
      owner,
      ...(typeof value['description'] === 'string' ? { description: value['description'] } : {}),
      plugins: readEntries(plugins, root, complain),
      renames: readRenames(value['renames'], complain),
      dependsOn: readTexts(value['allowCrossMarketplaceDependenciesOn']),
    },
    complaints: all,
  }
}

const readName = (value: unknown, complain: Complain): string | undefined => {
  if (typeof value === 'string' && PLUGIN_NAME.test(value)) return value
  return complain('error', 'name', pluginFileText('market_name'))
}

const readOwner = (value: unknown, complain: Complain): string | undefined => {
  const name = isJson(value) ? value['name'] : undefined
  return typeof name === 'string'
    ? name
    : complain('error', 'owner', expectedText(pluginFileText('named_object')))
}

const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

const readRenames = (value: unknown, complain: Complain): Marketplace['renames'] => {
  if (value === undefined) return {}
  if (isJson(value) && Object.values(value).every(to => to === null || typeof to === 'string'))
    return value as Marketplace['renames']
  complain('error', 'renames', expectedText(pluginFileText('renames')))
  return {}
}

const readEntries = (
  plugins: readonly unknown[],
  root: string,
  complain: Complain,
): readonly MarketplaceEntry[] => {
  const seen = new Set<string>()
  return plugins.flatMap((value, at) => {
    const key = `plugins.${at}`
    const entry = isJson(value)
      ? readEntry(value, { key, root }, complain)
      : complain('error', key, expectedText(pluginFileText('object'), { value }))
    if (!entry) return []
    if (seen.has(entry.name)) {
      complain('error', `${key}.name`, pluginFileText('listed_twice', { name: entry.name }))
      return []
    }
    seen.add(entry.name)
    return [entry]
  })
}

const readEntry = (
  value: Json,
  at: { readonly key: string; readonly root: string },
  complain: Complain,
): MarketplaceEntry | undefined => {
  const { manifest, complaints } = readManifest(value, ENTRY_FIELDS)
  for (const { level, key, message } of complaints)
    complain(level, [at.key, key].filter(Boolean).join('.'), message)
  const source = readPluginSource(value['source'], { key: `${at.key}.source`, root: at.root }, complain)
  const strict = value['strict']
  if (strict !== undefined && typeof strict !== 'boolean')
    return complain('error', `${at.key}.strict`, expectedText(pluginFileText('flag'), { value: strict }))
  if (!manifest || !source) return undefined
  return {
    name: manifest.name,
    source,
    manifest,
    strict: strict ?? true,
    ...(typeof value['category'] === 'string' ? { category: value['category'] } : {}),
  }
}
