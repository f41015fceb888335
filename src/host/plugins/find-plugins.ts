import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { collectComplaints } from '../../features/plugins/format/complaint.ts'
import { readMarketplaceSource } from '../../features/plugins/format/marketplace-source.ts'
import { directoryOf } from '../../features/plugins/format/plugin-source.ts'
import { type Plugin, type PluginRead, readPlugin } from '../../features/plugins/format/read-plugin.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { foreignPlugins } from '../../features/plugins/store/foreign.ts'
import { openCatalogue } from '../../features/plugins/store/marketplaces.ts'
import { refusePlugin } from '../../features/plugins/store/policy.ts'
import { type InstalledPlugin, readRecords } from '../../features/plugins/store/records.ts'
import { parseId } from '../../features/plugins/store/store-paths.ts'
import { hashDefinition, isApproved } from '../../features/trust/approvals.ts'
import { readState } from '../../features/trust/state-file.ts'
import type {
  ExtensionProblem,
  ExtensionRoot,
  ExtensionsFound,
  LoadedPlugin,
  WaitingExtension,
} from '../../protocol/extensions/roots.ts'
import { pluginText } from '../../protocol/messages/host/plugins.ts'
import { inEnglish, messageFields, type Text } from '../../protocol/messages/localized-text.ts'
import type { PluginSettings } from './plugin-settings.ts'
import { pluginSource, unusedOf } from './plugin-source.ts'
import type { PluginsFrom } from './plugins-from.ts'
import { openNamed } from './session-plugins.ts'
import { folderId, SKILLS_DIR } from './skill-folders.ts'

export interface FoundPlugins extends ExtensionsFound {
  readonly places: readonly ExtensionRoot[]
}

interface Candidate {
  /** As settings know it; of one from the command line its path. */
  readonly id: string
  readonly read: PluginRead
  readonly record?: InstalledPlugin
  readonly withoutServers?: boolean
  /** Where it lies, of one that was not installed. */
  readonly root?: string
}

/** Every plugin of a session: those of the command line, and those that are enabled and installed. Never throws for what is in them. */
export const findPlugins = async (from: PluginsFrom): Promise<FoundPlugins> => {
  const problems: ExtensionProblem[] = []
  const say = (name: string, text: Text, file?: string): void =>
    void problems.push({
      source: { level: 'plugin', name },
      ...messageFields(text),
      ...(file === undefined ? {} : { file }),
    })
  const named: readonly Candidate[] = await openNamed(from, say)
  const { candidates, waiting } = from.overrides.bare
    ? { candidates: [], waiting: [] }
    : enabledOnes(from, say)
  const places: ExtensionRoot[] = []
  const plugins: LoadedPlugin[] = []
  const inPlace = from.overrides.bare ? [] : folderOnes(from, say)
  for (const candidate of [...named, ...candidates, ...inPlace]) {
    const { id, read, record, root } = candidate
    const name = read.kind === 'plugin' ? read.plugin.name : parseId(id).name
    const found = read.kind === 'plugin' ? read.plugin.problems : read.problems
    for (const { level, file, message } of found)
      if (level === 'error')
        say(
          name,
          pluginText('see_validate', { problem: message, path: typed(record?.path ?? root ?? id) }),
          file,
        )
    if (read.kind === 'broken') continue
    const first = plugins.find(other => other.name === name)
    // One of the command line stands for the installed one.
    if (first && isNamed(named, name)) continue
    if (first) say(name, pluginText('same_name', { name, first: first.id, id }))
    const called = first ? id : name
    const { place, problems: more } = pluginSource(
      candidate.read as { readonly kind: 'plugin'; readonly plugin: Plugin },
      {
        id,
        called,
        configHome: from.start.configHome,
        home: from.start.home,
        platform: process.platform,
        given: from.settings.configs[id]?.options ?? {},
        withoutServers: candidate.withoutServers === true,
      },
    )
    for (const message of more) say(name, message, read.plugin.root)
    places.push(place)
    plugins.push({ ...loaded(id, read.plugin), name: called })
  }
  return { places, plugins, problems, waiting: [...waiting, ...waitingFolders(from)] }
}

/** As a shell takes it for one word. */
const typed = (path: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

const isNamed = (named: readonly Candidate[], name: string): boolean =>
  named.some(({ read }) => read.kind === 'plugin' && read.plugin.name === name)

const loaded = (id: string, plugin: Plugin): LoadedPlugin => {
  const { version, description } = plugin.manifest
  return {
    id,
    name: plugin.name,
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
    path: plugin.root,
    unused: unusedOf(plugin).map(inEnglish),
  }
}

type Say = (name: string, text: Text, file?: string) => void

const enabledOnes = (
  from: PluginsFrom,
  say: Say,
): { readonly candidates: readonly Candidate[]; readonly waiting: readonly WaitingExtension[] } => {
  const { settings, start, env } = from
  const records = readRecords(start.configHome)
  for (const { text } of records.problems) say('plugins', text)
  const others = env['CAPSTAN_COMPAT'] === '0' ? {} : foreignPlugins(join(start.home, '.claude'))
  const { approved, waiting } = proposals(from)
  const ids = Object.entries({ ...approved, ...settings.enabled })
    .filter(([id, enabled]) => enabled && parseId(id).marketplace !== SKILLS_DIR)
    .map(([id]) => id)
  const candidates = ids.flatMap((id): readonly Candidate[] => {
    const refused = refusePlugin(id, settings.policy)
    if (refused !== undefined) say(parseId(id).name, pluginText('not_loaded', { reason: refused }))
    if (refused !== undefined) return []
    const record = records.plugins[id] ?? others[id]
    if (record && existsSync(record.path)) {
      const { entry, strict } = record
      const read = readPlugin(record.path, {
        ...(entry ? { entry } : {}),
        ...(strict === undefined ? {} : { strict }),
      })
      return [{ id, read, record }]
    }
    const inPlace = Object.hasOwn(settings.enabled, id) ? ownDirectory(id, from) : undefined
    if (inPlace) return [{ id, read: inPlace }]
    say(parseId(id).name, pluginText('enabled_not_installed', { id }))
    return []
  })
  return { candidates, waiting }
}

/** Plugins that lie among the person's own skills: theirs to run, unless an administrator chooses what may be installed. */
const folderOnes = ({ folders, settings }: PluginsFrom, say: Say): readonly Candidate[] =>
  folders.own.flatMap((path): readonly Candidate[] => {
    const read = readPlugin(path)
    const name = read.kind === 'plugin' ? read.plugin.name : basename(path)
    const id = folderId(name)
    const isOn = read.kind !== 'plugin' || read.plugin.manifest.defaultEnabled !== false
    if (!(settings.enabled[id] ?? isOn)) return []
    const { policy } = settings
    const refused =
      refusePlugin(id, policy) ??
      (policy.known || policy.onlyInstalled ? pluginText('folder_refused', { path }) : undefined)
    if (refused !== undefined) say(name, pluginText('not_loaded', { reason: refused }))
    return refused === undefined ? [{ id, read, root: path }] : []
  })

/** A project proposes; that its skills may be used says nothing about programs that come with them. */
const waitingFolders = ({ folders }: PluginsFrom): readonly WaitingExtension[] =>
  folders.ofProject.map(path => ({
    what: `The plugin in ${path}, which this project brings`,
    file: path,
    fix: `Its skills are used as skills. To use all of it: capstan --plugin-dir ${path}`,
  }))

/** What the folder asks for: only what the person said yes to, as it was then. */
const proposals = ({
  settings,
  start,
  trustRoot,
}: PluginsFrom): {
  readonly approved: Record<string, boolean>
  readonly waiting: readonly WaitingExtension[]
} => {
  const ids = Object.keys(settings.proposed).filter(id => settings.enabled[id] === undefined)
  if (ids.length === 0) return { approved: {}, waiting: [] }
  const read = readState(start.configHome)
  const yes = ids.filter(
    id => read.kind === 'state' && isApproved(read.state, trustRoot, pluginApproval(id, settings)),
  )
  return {
    approved: Object.fromEntries(yes.map(id => [id, true])),
    waiting: ids
      .filter(id => !yes.includes(id))
      .map(id => ({
        what: `The plugin ${id}, which this project asks for`,
        fix: `Install it if you want it: capstan plugin install ${id} --scope project`,
      })),
  }
}

/** Bound to the marketplace the folder names for it. */
export const pluginApproval = (
  id: string,
  { proposedMarketplaces }: Pick<PluginSettings, 'proposedMarketplaces'>,
) => {
  const { marketplace = '' } = parseId(id)
  const source = proposedMarketplaces[marketplace]?.source ?? null
  return { kind: 'plugin', name: id, sha256: hashDefinition({ id, source }) }
}

/** A directory of the person's own, named in their settings as a marketplace: there is nothing to fetch. */
const ownDirectory = (id: string, { settings, start }: PluginsFrom): PluginRead | undefined => {
  const { name, marketplace = '' } = parseId(id)
  const given = settings.marketplaces[marketplace]?.source
  const source = readMarketplaceSource(given, 'source', collectComplaints().complain)
  if (source?.source !== 'directory') return undefined
  try {
    const path = source.path.replace(/^~(?=\/|$)/, start.home)
    const { marketplace: file, base } = openCatalogue({ name: marketplace, source, path, updatedAt: '' })
    const entry = file.plugins.find(each => each.name === name)
    if (entry?.source.kind !== 'path') return undefined
    return readPlugin(directoryOf(entry.source, base) ?? join(base, entry.source.path), {
      entry: entry.manifest,
      strict: entry.strict,
    })
  } catch (error) {
    // Then it is not installed, which is said.
    if (error instanceof PluginError) return undefined
    throw error
  }
}
