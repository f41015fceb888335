import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { managedDirectories } from '../../features/settings/administered.ts'
import { upwards } from '../../lib/upwards.ts'
import type {
  ExtensionRoot,
  ExtensionRoots,
  ReloadOptions,
  WaitingExtension,
} from '../../protocol/extensions/roots.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { FoundPlugins } from '../plugins/find-plugins.ts'
import { type PluginSettings, wantsPlugins } from '../plugins/plugin-settings.ts'
import type { PluginOverrides } from '../plugins/plugins-from.ts'
import { findSkillFolders, type SkillFolders } from '../plugins/skill-folders.ts'
import { findGitRoot, type Gathered } from '../settings/gather-settings.ts'
import type { Policy } from '../settings/open-policy.ts'
import type { Start } from '../start.ts'
import { createWatching, joinDirectories, mayWatch } from './plugin-directories.ts'

interface ExtensionsFrom {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  /** The working directories, `cwd` first. */
  readonly roots: readonly string[]
  readonly env: Env
  readonly policy?: Policy
  /** What settings say about plugins now. */
  again?(): PluginSettings
}

type Options = Pick<Overrides, 'settingSources' | 'projectConfigRoot' | 'restricted' | 'safeMode'> &
  PluginOverrides

interface FolderFacts
  extends Pick<Gathered, 'trusted'>,
    Partial<Pick<Gathered, 'plugins' | 'trustRoot' | 'settings' | 'onlyOwnHooks'>> {}

const NOTHING: FoundPlugins = { places: [], plugins: [], problems: [], waiting: [] }

/** Where extensions are looked for in this session; throws HostError where nobody may name any for one run. Plugins are read when somebody asks, and only if there are any. */
export const chooseExtensions = (
  options: Options,
  gathered: FolderFacts,
  from: ExtensionsFrom,
): ExtensionRoots => {
  refuseSideloading(options, gathered, from)
  const base = options.bare ? [] : findExtensionSources(options, gathered, from)
  const listeners = new Set<() => void>()
  let settings = gathered.plugins
  let found: Promise<FoundPlugins> | undefined
  let all: Promise<readonly ExtensionRoot[]> | undefined
  let named = options
  let folders = findSkillFolders(base)
  const look = (wanted: Options): Promise<FoundPlugins> =>
    lookForPlugins(wanted, settings, { ...from, trustRoot: gathered.trustRoot, folders })
  let last = NOTHING
  const keep = (one: FoundPlugins): FoundPlugins => {
    last = one
    return one
  }
  const watching = createWatching(mayWatch(options, gathered))
  const changed = (): void => {
    all = undefined
    for (const listener of listeners) listener()
  }
  const now = (): Promise<FoundPlugins> => {
    found ??= look(named).then(keep)
    return found
  }
  const endDisabled = async (): Promise<void> => {
    const after = from.again?.().enabled ?? settings?.enabled
    if (watching.end(await now(), { before: settings?.enabled, after })) changed()
  }
  return {
    endDisabled,
    list() {
      all ??= now().then(one =>
        one.places.length === 0 ? base : joinDirectories(base, watching.of(one), folders),
      )
      return all
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    found: now,
    loaded: () => last.plugins,
    problems: () => last.problems,
    untrusted: async () => (gathered.trusted || options.bare ? [] : await untrustedOnes(options, from)),
    ...marketplacesOf(options, from, () => settings),
    async manage(words, installed) {
      const { managePlugins } = await import('../plugins/manage.ts')
      const said = await managePlugins({ start: startOf(from), env: from.env }, words, installed)
      await endDisabled()
      return said
    },
    async reload(how) {
      if (how.plugins?.length) refuseSideloading({ pluginDir: ['plugins'] }, gathered, from)
      const before = await now()
      folders = findSkillFolders(base)
      settings = from.again?.() ?? settings
      const wanted = withPlugins(named, how.plugins ?? [])
      const after = await look(wanted)
      const { compareFound } = await import('../plugins/compare-found.ts')
      const outcome = compareFound(before, after, how)
      if (outcome.refused !== undefined) return outcome
      named = wanted
      found = Promise.resolve(keep(after))
      watching.begin()
      changed()
      return outcome
    },
  }
}

/** What is known of plugins that are not here yet. */
const marketplacesOf = (
  options: Options,
  from: ExtensionsFrom,
  settings: () => PluginSettings | undefined,
): Pick<ExtensionRoots, 'refresh' | 'hasMarketplaces' | 'installable'> => ({
  async refresh() {
    if (options.bare || !Object.values(settings()?.marketplaces ?? {}).some(each => each.autoUpdate))
      return []
    const { autoUpdate } = await import('../plugins/auto-update.ts')
    return await autoUpdate({ start: startOf(from), env: from.env })
  },
  hasMarketplaces: () => !options.bare && marketplaceFiles(from).some(file => existsSync(file)),
  async installable() {
    if (options.bare) return []
    const { listInstallable } = await import('../plugins/desk-list.ts')
    return listInstallable({ start: startOf(from), env: from.env, agree: async () => false })
  },
})

const startOf = ({ cwd, home, configHome, policy }: ExtensionsFrom): Start => ({
  cwd,
  home,
  configHome,
  ...(policy ? { policy } : {}),
})

/** Where this program, and the one whose files it reads, keep the list of marketplaces. */
const marketplaceFiles = ({ configHome, home, env }: ExtensionsFrom): readonly string[] => [
  join(configHome, 'plugins', 'marketplaces.json'),
  ...(env['CAPSTAN_COMPAT'] === '0' ? [] : [join(home, '.claude', 'plugins', 'known_marketplaces.json')]),
]

/** Where an administrator wants it so, nobody brings for one run what they would not let be installed. Throws HostError. */
const refuseSideloading = (
  overrides: Partial<Overrides>,
  { settings }: Partial<Pick<Gathered, 'settings'>>,
  { policy }: Pick<ExtensionsFrom, 'policy'>,
): void => {
  if (settings?.disableSideloadFlags !== true) return
  // Only policy says so, and only its reader understands it.
  if (!policy) throw new HostError('settings', openingText('sideload_off', { flags: ['--plugin-dir'] }))
  policy.refuseSideloading(overrides)
}

const withPlugins = (options: Options, more: NonNullable<ReloadOptions['plugins']>): Options => {
  const paths = (which: { readonly noServers: boolean }): readonly string[] =>
    more.flatMap(({ path, noServers = false }) => (noServers === which.noServers ? [path] : []))
  return {
    ...options,
    pluginDir: [...(options.pluginDir ?? []), ...paths({ noServers: false })],
    pluginDirNoMcp: [...(options.pluginDirNoMcp ?? []), ...paths({ noServers: true })],
  }
}

const lookForPlugins = async (
  overrides: Options,
  settings: PluginSettings | undefined,
  {
    cwd,
    home,
    configHome,
    env,
    trustRoot = cwd,
    folders,
  }: ExtensionsFrom & { readonly trustRoot?: string | undefined; readonly folders: SkillFolders },
): Promise<FoundPlugins> => {
  const isNamed = [overrides.pluginDir, overrides.pluginDirNoMcp, overrides.pluginUrl].some(
    list => list?.length,
  )
  const isOn =
    !overrides.bare &&
    (folders.own.length + folders.ofProject.length > 0 || (settings && wantsPlugins(settings)))
  if (!settings || !(isNamed || isOn)) return NOTHING
  const { findPlugins } = await import('../plugins/find-plugins.ts')
  return await findPlugins({ settings, overrides, start: { cwd, home, configHome }, env, trustRoot, folders })
}

const untrustedOnes = async (
  options: Options,
  from: ExtensionsFrom,
): Promise<readonly WaitingExtension[]> => {
  const { waitingForTrust } = await import('../plugins/waiting-for-trust.ts')
  const places = findExtensionSources(options, { trusted: true }, from).filter(
    ({ source }) => source.level === 'project',
  )
  return waitingForTrust(
    from.cwd,
    places.map(({ root }) => root),
  )
}

/** The administrator's, the person's, and of a trusted folder those from the directory itself up to its root. */
export const findExtensionSources = (
  {
    settingSources = ['user', 'project'],
    projectConfigRoot,
  }: Pick<Overrides, 'settingSources' | 'projectConfigRoot'>,
  { trusted }: Pick<Gathered, 'trusted'>,
  { cwd, home, configHome, roots, env }: ExtensionsFrom,
): readonly ExtensionRoot[] => {
  const compat = env['CAPSTAN_COMPAT'] !== '0'
  const directories = compat ? (['.capstan', '.claude'] as const) : (['.capstan'] as const)
  const own = new Set([configHome, join(home, '.claude'), join(home, '.capstan')])
  const user: readonly ExtensionRoot[] = [
    { source: { level: 'user', directory: '.capstan' }, root: configHome },
    ...(compat && join(home, '.claude') !== configHome
      ? [{ source: { level: 'user', directory: '.claude' }, root: join(home, '.claude') } as const]
      : []),
  ]
  const here = projectConfigRoot === undefined ? upwards(cwd, findGitRoot(cwd) ?? cwd) : [projectConfigRoot]
  const project = [...here, ...roots.slice(1)].flatMap(directory =>
    directories
      .map(name => ({ source: { level: 'project', directory: name } as const, root: join(directory, name) }))
      .filter(({ root }) => !own.has(root)),
  )
  return [
    ...managedDirectories()
      .filter(({ foreign }) => compat || !foreign)
      .map(({ path }) => ({ source: { level: 'managed' } as const, root: path })),
    ...(settingSources.includes('user') ? user : []),
    ...(trusted && settingSources.includes('project') ? project : []),
  ]
}
