import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { upwards } from '../../lib/upwards.ts'
import type {
  ExtensionRoot,
  ExtensionRoots,
  LoadedPlugin,
  ReloadOptions,
  WaitingExtension,
} from '../../protocol/extensions/roots.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { FoundPlugins } from '../plugins/find-plugins.ts'
import { type PluginSettings, wantsPlugins } from '../plugins/plugin-settings.ts'
import type { PluginOverrides } from '../plugins/plugins-from.ts'
import { findGitRoot, type Gathered } from '../settings/gather-settings.ts'
import type { Policy } from '../settings/open-policy.ts'
import type { Start } from '../start.ts'

const MANAGED = ['/etc/capstan', '/etc/claude-code'] as const

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

type Options = Pick<Overrides, 'settingSources' | 'projectConfigRoot'> & PluginOverrides

interface FolderFacts
  extends Pick<Gathered, 'trusted'>,
    Partial<Pick<Gathered, 'plugins' | 'trustRoot' | 'settings'>> {}

const NOTHING: FoundPlugins = { places: [], plugins: [], problems: [], waiting: [] }

/** Where extensions are looked for in this session; throws HostError where nobody may name any for one run. Plugins are read when somebody asks, and only if there are any. */
export const chooseExtensions = (
  options: Options,
  gathered: FolderFacts,
  from: ExtensionsFrom,
): ExtensionRoots => {
  refuseSideloading(options, gathered)
  const base = options.bare ? [] : findExtensionSources(options, gathered, from)
  const listeners = new Set<() => void>()
  let settings = gathered.plugins
  let found: Promise<FoundPlugins> | undefined
  let all: Promise<readonly ExtensionRoot[]> | undefined
  let named = options
  const look = (wanted: Options): Promise<FoundPlugins> =>
    lookForPlugins(wanted, settings, { ...from, trustRoot: gathered.trustRoot })
  let loaded: readonly LoadedPlugin[] = []
  let problems: FoundPlugins['problems'] = []
  const keep = (one: FoundPlugins): FoundPlugins => {
    loaded = one.plugins
    problems = one.problems
    return one
  }
  const now = (): Promise<FoundPlugins> => {
    found ??= look(named).then(keep)
    return found
  }
  return {
    list() {
      all ??= now().then(({ places }) => (places.length === 0 ? base : [...base, ...places]))
      return all
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    found: now,
    loaded: () => loaded,
    problems: () => problems,
    untrusted: async () => (gathered.trusted || options.bare ? [] : await untrustedOnes(options, from)),
    async refresh() {
      if (options.bare || !Object.values(settings?.marketplaces ?? {}).some(each => each.autoUpdate))
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
    async manage(words, installed) {
      const { managePlugins } = await import('../plugins/manage.ts')
      return await managePlugins({ start: startOf(from), env: from.env }, words, installed)
    },
    async reload(how) {
      if (how.plugins?.length) refuseSideloading({ pluginDir: ['plugins'] }, gathered)
      const before = await now()
      settings = from.again?.() ?? settings
      const wanted = withPlugins(named, how.plugins ?? [])
      const after = await look(wanted)
      const { compareFound } = await import('../plugins/compare-found.ts')
      const outcome = compareFound(before, after, how)
      if (outcome.refused !== undefined) return outcome
      named = wanted
      found = Promise.resolve(keep(after))
      all = undefined
      for (const listener of listeners) listener()
      return outcome
    },
  }
}

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
  { pluginDir, pluginDirNoMcp, pluginUrl, agents, mcpConfig }: Partial<Overrides>,
  { settings }: Partial<Pick<Gathered, 'settings'>>,
): void => {
  if (settings?.disableSideloadFlags !== true) return
  const given = {
    '--plugin-dir': [...(pluginDir ?? []), ...(pluginDirNoMcp ?? [])],
    '--plugin-url': pluginUrl ?? [],
    '--agents': agents === undefined ? [] : [agents],
    '--mcp-config': (mcpConfig ?? []).filter(config => !isInProgram(config)),
  }
  const flags = Object.entries(given).flatMap(([flag, values]) => (values.length > 0 ? [flag] : []))
  if (flags.length > 0) throw new HostError('settings', openingText('sideload_off', { flags }))
}

/** Servers of the program that drives this one live in it: nothing is started or reached for them. */
const isInProgram = (config: string): boolean => {
  try {
    const { mcpServers }: { readonly mcpServers?: Readonly<Record<string, { readonly type?: unknown }>> } =
      JSON.parse(config)
    return Object.values(mcpServers ?? {}).every(server => server.type === 'sdk')
  } catch {
    return false
  }
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
  }: ExtensionsFrom & { readonly trustRoot?: string | undefined },
): Promise<FoundPlugins> => {
  const isNamed = [overrides.pluginDir, overrides.pluginDirNoMcp, overrides.pluginUrl].some(
    list => list?.length,
  )
  if (!settings || (!isNamed && (overrides.bare || !wantsPlugins(settings)))) return NOTHING
  const { findPlugins } = await import('../plugins/find-plugins.ts')
  return await findPlugins({ settings, overrides, start: { cwd, home, configHome }, env, trustRoot })
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
    ...MANAGED.filter(root => compat || root === MANAGED[0]).map(root => ({
      source: { level: 'managed' } as const,
      root,
    })),
    ...(settingSources.includes('user') ? user : []),
    ...(trusted && settingSources.includes('project') ? project : []),
  ]
}
