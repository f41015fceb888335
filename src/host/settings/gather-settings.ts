import { join } from 'node:path'
import { hooksOf, onlyOwnHooks } from '../../features/settings/hooks-of.ts'
import { type LoadedSettings, loadSettings, type SettingsPaths } from '../../features/settings/load.ts'
import { confineSandbox } from '../../features/settings/merge.ts'
import { mergeBudgets } from '../../features/settings/merge-budgets.ts'
import type { PolicyReader } from '../../features/settings/policy/policy-reader.ts'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import { type ReadText, readBounded } from '../../features/settings/read-bounded.ts'
import { rulesOf } from '../../features/settings/rules-of.ts'
import { settingsHash } from '../../features/trust/unconfirmed-settings.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import type { Budgets } from '../../protocol/budgets.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Behavior, Rule } from '../../protocol/permission.ts'
import type { ServerMatch, Settings, SettingsLayer } from '../../protocol/settings.ts'
import { withVariables } from '../environment.ts'
import { type PluginSettings, pluginSettingsOf } from '../plugins/plugin-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import { withoutCredentials } from '../profiles/without-credentials.ts'
import { type FolderTrust, findFolderTrust } from '../trust/folder-trust.ts'
import { settingsWarnings } from './settings-warnings.ts'

/** Of what a session asks for, all that says which settings count. */
export type SettingsOverrides = Pick<
  Overrides,
  | 'settings'
  | 'promptLanguage'
  | 'settingSources'
  | 'bare'
  | 'trust'
  | 'allowedTools'
  | 'disallowedTools'
  | 'askTools'
  | 'managedSettings'
  | 'projectConfigRoot'
  | 'restricted'
  | 'acceptDamagedSettings'
>

export interface Gathered {
  readonly settings: Settings
  readonly rules: readonly Rule[]
  readonly hooks: HookSettings
  /** No hooks but those. */
  readonly onlyOwnHooks?: boolean
  /** Where it was read from, and what was there. */
  readonly places: SettingsPaths
  readonly texts: ReadonlyMap<string, ReadText>
  /** Only the administrator's allow rules count. */
  readonly managedOnly: boolean
  /** The administrator wants no older program. */
  readonly requiredVersion?: string
  /** Which MCP servers may start; an administrator's list is not made longer by anybody. */
  readonly serverPolicy: {
    readonly allowed?: readonly ServerMatch[]
    readonly denied?: readonly ServerMatch[]
  }
  /** MCP servers written in settings files, highest file first. */
  readonly writtenServers: readonly SettingsServers[]
  /** Of `env`, what may say who answers and where keys go: the administrator's, the person's and the command line's. */
  readonly ownEnv: Readonly<Record<string, string>>
  /** Limits on spending by the administrator. */
  readonly fixedBudgets: Budgets | undefined
  /** What comes with the folder may be used. */
  readonly trusted: boolean
  /** Whose trust that is. */
  readonly trustRoot: string
  readonly plugins: PluginSettings
  /** Keys of files of the person, the folder and the command line that nothing here goes by. */
  readonly withoutEffect: LoadedSettings['withoutEffect']
  /** For stderr. */
  readonly warnings: readonly LocalizedText[]
}

/** The `mcpServers` of one settings file, as far as they count. */
export interface SettingsServers {
  readonly source: SettingsLayer['source']
  readonly file: string
  readonly value: Readonly<Record<string, object>>
}

interface SettingsFrom {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly profile?: Profile
  readonly env: Env
  readonly policy?: PolicyReader
}

/** Where settings of this run are looked for, and how far they count. */
export const settingsLocations = (
  options: SettingsOverrides,
  { cwd, home, configHome, profile, env, policy }: SettingsFrom,
  {
    trusted,
    unconfirmed,
    own,
  }: Pick<FolderTrust, 'trusted'> & Partial<Pick<FolderTrust, 'unconfirmed' | 'own'>>,
): SettingsPaths => {
  const compatHome = join(home, '.claude')
  return {
    configHome,
    ...(profile ? { profileHome: profile.home, sharedOf: withoutCredentials } : {}),
    projectDir: cwd,
    localDir: options.projectConfigRoot ?? findGitRoot(cwd) ?? cwd,
    ...(options.projectConfigRoot === undefined ? {} : { configRoot: options.projectConfigRoot }),
    ...(options.managedSettings === undefined ? {} : { parent: options.managedSettings }),
    sources: options.settingSources ?? ['user', 'project', 'local'],
    trusted,
    compat: env['CAPSTAN_COMPAT'] !== '0',
    ...(unconfirmed?.size
      ? { unconfirmed: (file: string, text: string) => unconfirmed.get(file) === settingsHash(text) }
      : {}),
    ...(own?.size ? { own: (file: string, text: string) => own.get(file) === settingsHash(text) } : {}),
    ...(compatHome === configHome ? {} : { compatHome }),
    ...(options.settings === undefined ? {} : { flag: options.settings }),
    ...(policy ? { policy } : {}),
  }
}

const languageOf = ({ promptLanguage }: SettingsOverrides): Pick<Settings, 'promptLanguage'> =>
  promptLanguage === undefined ? {} : { promptLanguage }

/** What was found out about the folder on the way here, as `settingsLocations` takes it and answers it. */
interface KnownPlaces {
  readonly folder: FolderTrust
  readonly places: SettingsPaths
}

/** All settings files that count here, joined with what the command line adds. */
export const gatherSettings = (
  options: SettingsOverrides,
  place: SettingsFrom,
  known?: KnownPlaces,
): Gathered => {
  const folder = known?.folder ?? findFolderTrust(options, place)
  const places = known?.places ?? settingsLocations(options, place, folder)
  const texts = new Map<string, ReadText>()
  const read = (file: string): ReadText => {
    const text = readBounded(file)
    texts.set(file, text)
    return text
  }
  const loaded = loadSettings({ ...places, read })
  const fatal = loaded.problems.find(problem => problem.kind === 'fatal' || isBrokenBudget(problem))
  if (fatal) throw new HostError('settings', fatal.message)
  const lost = loaded.problems.find(({ rulesLost }) => rulesLost)
  if (lost && !options.acceptDamagedSettings) throw new HostError('damaged_settings', damagedText(lost))
  return {
    settings: confineSandbox(
      { ...languageOf(options), ...withVariables(loaded.merged, place.env) },
      place.env['CAPSTAN_SANDBOX_ONLY'],
    ),
    hooks: hooksOf(options.bare ? loaded.layers.filter(isAskedFor) : loaded.layers),
    onlyOwnHooks: onlyOwnHooks(loaded.layers),
    trusted: folder.trusted,
    trustRoot: folder.root,
    rules: allRules(options, loaded, place.cwd),
    places,
    texts,
    managedOnly: isManagedOnly(loaded),
    plugins: pluginSettingsOf(loaded),
    ...requiredVersionOf(loaded),
    serverPolicy: serverPolicyOf(loaded),
    writtenServers: writtenServersOf(loaded),
    ownEnv: ownEnvOf(loaded),
    fixedBudgets: mergeBudgets(loaded.layers.filter(({ source }) => source === 'managed')),
    withoutEffect: loaded.withoutEffect.filter(({ source }) => source !== 'managed'),
    warnings: [
      ...folder.warnings,
      ...settingsWarnings(loaded.problems, { root: folder.root, cwd: place.cwd }),
    ],
  }
}

const damagedText = ({ message }: SettingsProblem): LocalizedText =>
  settingsText('rules_lost', { problem: message })

/** Those of the files and those of the command line. */
export const allRules = (
  options: SettingsOverrides,
  loaded: LoadedSettings,
  anchor: string,
): readonly Rule[] => [...rulesOf(loaded.layers), ...flagRules(options, loaded, anchor)]

export const isManagedOnly = ({ layers }: LoadedSettings): boolean =>
  layers.some(layer => layer.source === 'managed' && layer.settings.allowManagedPermissionRulesOnly === true)

const requiredVersionOf = ({ layers }: LoadedSettings): Pick<Gathered, 'requiredVersion'> => {
  const wanted = layers.flatMap(({ source, settings }) =>
    source === 'managed' && settings.requiredMinimumVersion ? [settings.requiredMinimumVersion] : [],
  )
  const requiredVersion = wanted.at(-1)
  return requiredVersion === undefined ? {} : { requiredVersion }
}

const serverPolicyOf = ({ layers }: LoadedSettings): Gathered['serverPolicy'] => {
  const lists = layers.filter(({ settings }) => settings.allowedMcpServers)
  const fixed = lists.filter(({ source }) => source === 'managed')
  const isFixed = fixed.length > 0 || layers.some(({ settings }) => settings.allowManagedMcpServersOnly)
  const counting = isFixed ? fixed : lists
  return {
    ...(lists.length === 0 && !isFixed
      ? {}
      : { allowed: counting.flatMap(({ settings }) => settings.allowedMcpServers ?? []) }),
    denied: layers.flatMap(({ settings }) => settings.deniedMcpServers ?? []),
  }
}

const writtenServersOf = ({ layers }: LoadedSettings): readonly SettingsServers[] =>
  layers
    .toReversed()
    .flatMap(({ source, path, settings: { mcpServers } }) =>
      mcpServers ? [{ source, file: path, value: mcpServers }] : [],
    )

/** No file that lies in a folder is in it, trusted or not. */
const ownEnvOf = ({ layers }: LoadedSettings): Gathered['ownEnv'] =>
  Object.assign(
    {},
    ...layers.flatMap(({ source, settings: { env } }) =>
      env && source !== 'project' && source !== 'local' ? [env] : [],
    ),
  )

/** By the command line of this run, or by whoever administers the machine. */
const isAskedFor = ({ source }: SettingsLayer): boolean => source === 'managed' || source === 'flag'

/** A limit of the person's own that cannot be read must not become none. One of a project is only reported. */
const isBrokenBudget = ({ kind, source, key = '' }: LoadedSettings['problems'][number]): boolean =>
  kind === 'invalid' && source !== 'project' && source !== 'local' && /^budgets(?:\.|$)/.test(key)

const flagRules = (options: SettingsOverrides, loaded: LoadedSettings, anchor: string): readonly Rule[] => {
  const toRule =
    (behavior: Behavior) =>
    (text: string): Rule => ({ text, behavior, source: 'cli', anchor })
  return [
    ...(options.disallowedTools ?? []).map(toRule('deny')),
    ...(options.askTools ?? []).map(toRule('ask')),
    ...(isManagedOnly(loaded) ? [] : (options.allowedTools ?? []).map(toRule('allow'))),
  ]
}

/** Root of the main checkout a real path belongs to: where local settings are kept. */
export const findGitRoot = (from: string): string | undefined => findCheckout(from)?.main
