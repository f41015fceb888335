import { existsSync } from 'node:fs'
import { sayMarketplaceSource } from '../../features/plugins/format/marketplace-source.ts'
import { saySource } from '../../features/plugins/format/plugin-source.ts'
import {
  type Plugin,
  type PluginRead,
  readPlugin,
  sayProblem,
} from '../../features/plugins/format/read-plugin.ts'
import type { UserOption } from '../../features/plugins/format/user-option.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { foreignPlugins } from '../../features/plugins/store/foreign.ts'
import {
  type Catalogue,
  knownMarketplaces,
  openCatalogue,
} from '../../features/plugins/store/marketplaces.ts'
import { refusePlugin } from '../../features/plugins/store/policy.ts'
import { type InstalledPlugin, readRecords } from '../../features/plugins/store/records.ts'
import type { Power } from '../../protocol/extensions/power.ts'
import type { InstallablePlugin } from '../../protocol/extensions/roots.ts'
import { partText } from '../../protocol/messages/host/plugin-parts.ts'
import { pluginText } from '../../protocol/messages/host/plugins.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { type DeskOptions, gatherNow, type PluginScope, storeDeps } from './desk-options.ts'
import { scopesOf } from './desk-settings.ts'
import { unusedOf } from './plugin-source.ts'
import { findSkillFolders, folderId, skillHomes } from './skill-folders.ts'

/** An installed plugin as a person sees it. */
export interface PluginRow {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description: string
  readonly path: string
  readonly enabled: boolean
  /** Settings files that say so. */
  readonly scopes: readonly PluginScope[]
  /** Another program installed it. */
  readonly foreign: boolean
  /** What it brings: `2 skills`, `MCP server db`. */
  readonly brings: readonly Text[]
  /** Brought, and of no use here yet. */
  readonly unused: readonly Text[]
  readonly options: Readonly<Record<string, UserOption>>
  readonly problems: readonly Text[]
}

/** A plugin that can be installed. */
export interface AvailableRow {
  readonly id: string
  readonly description: string
  readonly category?: string
  readonly from: string
  readonly installed: boolean
}

export interface MarketplaceRow {
  readonly name: string
  readonly from: string
  readonly plugins: number
  readonly updatedAt: string
  readonly problem?: LocalizedText
}

export const listInstalled = (options: DeskOptions): readonly PluginRow[] => {
  const gathered = gatherNow(options)
  const { otherHome } = storeDeps(options, gathered)
  const folders = folderRecords(options)
  const records = {
    ...folders,
    ...foreignPlugins(otherHome),
    ...readRecords(options.start.configHome).plugins,
  }
  const { enabled, policy } = gathered.plugins
  return Object.values(records)
    .map(record => {
      const refused = refusePlugin(record.id, policy)
      const row = rowOf(record)
      return {
        ...row,
        enabled: (enabled[record.id] ?? Object.hasOwn(folders, record.id)) && refused === undefined,
        scopes: scopesOf(options, record.id),
        problems: [
          ...(refused === undefined ? [] : [pluginText('stop', { text: refused })]),
          ...row.problems,
        ],
      }
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** What an installed plugin may do by itself, as a session would load it now. */
export const powersOfInstalled = async (options: DeskOptions, wanted: string): Promise<readonly Power[]> => {
  const { otherHome, powersOf } = storeDeps(options, gatherNow(options))
  const { plugins } = readRecords(options.start.configHome)
  const record = plugins[wanted] ?? foreignPlugins(otherHome)[wanted] ?? folderRecords(options)[wanted]
  const read = record && existsSync(record.path) ? readRecorded(record) : undefined
  return read?.kind === 'plugin' ? await powersOf(read.plugin) : []
}

/** Plugins among the person's own skills: nobody installed them. */
const folderRecords = ({ start, env }: DeskOptions): Readonly<Record<string, InstalledPlugin>> => {
  const { own } = findSkillFolders(skillHomes(start, env))
  const records = own.flatMap((path): InstalledPlugin[] => {
    const read = readPlugin(path)
    if (read.kind !== 'plugin') return []
    const { name, manifest } = read.plugin
    const version = manifest.version ?? ''
    const source = { kind: 'path', path } as const
    const none = { sha256: '', installedAt: '', powers: [], bin: false, foreign: true }
    return [{ ...none, id: folderId(name), path, version, source }]
  })
  return Object.fromEntries(records.map(record => [record.id, record]))
}

const readRecorded = ({ path, entry, strict }: InstalledPlugin): PluginRead =>
  readPlugin(path, { ...(entry ? { entry } : {}), ...(strict === undefined ? {} : { strict }) })

const rowOf = (record: InstalledPlugin): Omit<PluginRow, 'enabled' | 'scopes'> => {
  const { id, path, version, foreign = false } = record
  const missing = !existsSync(path)
  const read = missing ? undefined : readRecorded(record)
  const plugin = read?.kind === 'plugin' ? read.plugin : undefined
  const found = read === undefined ? [] : read.kind === 'plugin' ? read.plugin.problems : read.problems
  return {
    id,
    name: plugin?.name ?? id,
    version,
    description: plugin?.manifest.description ?? '',
    path,
    foreign,
    brings: plugin ? bringsOf(plugin) : [],
    unused: plugin ? unusedOf(plugin) : [],
    options: plugin?.manifest.userConfig ?? {},
    problems: [
      ...(missing ? [pluginText('gone', { path, id })] : []),
      ...found.filter(({ level }) => level === 'error').map(problem => sayProblem(path, problem)),
    ],
  }
}

/** In the words of this field, for a line. */
export const bringsOf = (plugin: Plugin): readonly LocalizedText[] => [
  ...(plugin.skills.length > 0 ? [partText('skills')] : []),
  ...(plugin.commands.length > 0 ? [partText('commands')] : []),
  ...(plugin.agents.length > 0 ? [partText('agents')] : []),
  ...(plugin.styles.length > 0 ? [partText('styles')] : []),
  ...Object.keys(plugin.hooks).map(event => partText('hook', { name: event })),
  ...Object.keys(plugin.servers).map(name => partText('server', { name })),
  ...plugin.bundles.map(({ manifest }) => partText('server', { name: manifest.name })),
  ...Object.keys(plugin.languageServers).map(name => partText('language_server', { name })),
  ...plugin.monitors.map(({ name }) => partText('monitor', { name })),
  ...(plugin.workflows.length > 0 ? [partText('workflows')] : []),
  ...(plugin.themes.length > 0 ? [partText('themes')] : []),
  ...(plugin.bin === undefined ? [] : [partText('programs')]),
]

export const listAvailable = (options: DeskOptions): readonly AvailableRow[] => {
  const gathered = gatherNow(options)
  const deps = storeDeps(options, gathered)
  const records = { ...foreignPlugins(deps.otherHome), ...readRecords(options.start.configHome).plugins }
  return catalogues(options).flatMap(({ catalogue }) =>
    (catalogue?.marketplace.plugins ?? []).map(({ name, source, manifest, category }) => {
      const id = `${name}@${catalogue?.marketplace.name}`
      return {
        id,
        description: manifest.description ?? '',
        ...(category === undefined ? {} : { category }),
        from: saySource(source),
        installed: records[id] !== undefined,
      }
    }),
  )
}

/** What the person could install: neither here already nor refused by the organization. */
export const listInstallable = (options: DeskOptions): readonly InstallablePlugin[] => {
  const { policy } = gatherNow(options).plugins
  return listAvailable(options)
    .filter(({ id, installed }) => !installed && refusePlugin(id, policy) === undefined)
    .map(({ id, description, category }) => ({
      id,
      description: [description, category].filter(text => text !== undefined && text !== '').join(' · '),
    }))
}

export const listMarketplaces = (options: DeskOptions): readonly MarketplaceRow[] =>
  catalogues(options).map(({ known, catalogue, problem }) => ({
    name: known.name,
    from: sayMarketplaceSource(known.source),
    plugins: catalogue?.marketplace.plugins.length ?? 0,
    updatedAt: known.updatedAt,
    ...(problem === undefined ? {} : { problem }),
  }))

/** One that cannot be read is told of; the others are listed. */
const catalogues = (options: DeskOptions) =>
  knownMarketplaces(storeDeps(options, gatherNow(options))).map(known => {
    try {
      const catalogue: Catalogue | undefined = openCatalogue(known)
      return { known, catalogue, problem: undefined }
    } catch (error) {
      if (error instanceof PluginError) return { known, catalogue: undefined, problem: error.localized }
      throw error
    }
  })
