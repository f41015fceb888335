import { resolve, sep } from 'node:path'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ModelOverride } from '../../protocol/provider-settings.ts'
import type { Settings, SettingsLayer } from '../../protocol/settings.ts'
import { limitSandbox } from './limit-sandbox.ts'
import { SETTING_ROWS } from './rows/index.ts'
import type { SettingRow } from './rows/row.ts'

interface Ignored {
  readonly key: string
  readonly why: LocalizedText
  /** It would count if the folder were trusted. */
  readonly waits?: 'trust'
}

export interface ProjectFile {
  /** The keys of the file, so that ones this program does not act on are said too. */
  readonly rawKeys: readonly string[]
  readonly trusted: boolean
  /** A link leads from the folder to this file: whoever trusts the folder has not seen what lies elsewhere. */
  readonly linkedOut?: boolean
  /** It changed while a session ran, and nobody has said that they did it. */
  readonly unconfirmed?: boolean
  /** The start directory. */
  readonly projectDir: string
}

/** Of other programs and later versions, and best never believed from a folder. */
const NEVER_ELSEWHERE: readonly string[] = ['skipDangerousModePermissionPrompt', 'teams', 'telemetry']
const topOf = ({ key }: SettingRow): string => key.split('.', 1)[0] ?? key
const SAYABLE = new Set(SETTING_ROWS.filter(({ project }) => project !== 'never').map(topOf))
const NEVER_KEYS = new Set([...SETTING_ROWS.map(topOf).filter(top => !SAYABLE.has(top)), ...NEVER_ELSEWHERE])
const NEVER_PREFIXES = /^(?:aws|gcp|allowManaged)(?=[A-Z]|$)/
/** Where credentials come from or go to, by whatever name: a key of a later version must not be the first to slip by. */
const NEVER_ENDINGS =
  /(?:^|[a-z])(?:helper|base_?url|endpoint|proxy|api_?key|auth_?token|certificates?|ca_?certs?|ca_?bundle|credentials?|credentialexport)$/i

const NEVER_VARIABLES =
  /^(?:(?:ANTHROPIC_|CLAUDE|CAPSTAN_|NODE_|BUN_|LD_|DYLD_|SSL_|GIT_|XDG_|OTEL_).*|ENABLE_ENHANCED_TELEMETRY_BETA|TRACEPARENT|TRACESTATE|.*_BASE_URL|.*_PROXY|.*_ENDPOINT.*|.*_CA_BUNDLE|PATH|HOME|SHELL|SHELLOPTS|BASHOPTS|ENV|BASH_ENV|IFS|PROMPT_COMMAND|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|TMPDIR)$/i

/**
 * What counts of settings that came with the folder. Untrusted: only restrictions. Trusted: all but what would let
 * the project reach credentials, the program's own set-up, a way out of the sandbox or a mode without checks.
 */
export const limitProject = (
  settings: Settings,
  file: ProjectFile,
): {
  readonly settings: Settings
  readonly ignored: readonly Ignored[]
  /** What it wants that only the person can give. */
  readonly proposed?: SettingsLayer['proposed']
} => {
  const ignored: Ignored[] = file.rawKeys.filter(isNeverKey).map(never)
  const { permissions, secrets, ...others } = settings
  const say = (key: string): void => void ignored.push(never(key))
  const kept = limitSecrets(secrets, say)
  const allowed = Object.fromEntries(Object.entries(others).filter(([key]) => !isNeverKey(key))) as Settings
  if (!file.trusted || file.linkedOut || file.unconfirmed)
    return {
      settings: { ...restrictions(permissions), ...kept },
      ignored: [...ignored, ...[...Object.keys(allowed), ...looseKeys(permissions)].map(held(file))],
    }
  const {
    sandbox,
    plansDirectory,
    isolatePeerMachines,
    enabledPlugins: _p,
    extraKnownMarketplaces: _m,
    ...rest
  } = allowed
  if (isolatePeerMachines === false) say('isolatePeerMachines')
  const { proposed, kept: plugins } = proposalsOf(allowed)
  return {
    ...(proposed ? { proposed } : {}),
    settings: {
      ...rest,
      ...plugins,
      ...(isolatePeerMachines ? { isolatePeerMachines } : {}),
      ...limitEnv(allowed.env, say),
      ...limitMode(permissions, say),
      ...limitSandbox(sandbox, say),
      ...limitPlans(plansDirectory, file.projectDir, say),
      ...limitPrices('models', allowed, say),
      ...limitPrices('modelOverrides', allowed, say),
      ...kept,
    },
    ignored,
  }
}

/**
 * Whether a key of a project's settings, or `env.NAME`, counts for nothing even in a trusted folder;
 * `permissions.defaultMode` does for a mode without checks.
 */
export const neverCounts = (key: string): boolean => {
  if (key.startsWith('env.')) return NEVER_VARIABLES.test(key.slice('env.'.length))
  return key === 'permissions.defaultMode' || isNeverKey(key)
}

/** A folder may leave a plugin out; to have one loaded it can only ask. */
const proposalsOf = ({
  enabledPlugins = {},
  extraKnownMarketplaces,
}: Settings): { readonly kept: Settings; readonly proposed?: NonNullable<SettingsLayer['proposed']> } => {
  const of = (wanted: boolean) => Object.entries(enabledPlugins).filter(([, enabled]) => enabled === wanted)
  const [on, off] = [of(true), of(false)]
  const kept = off.length > 0 ? { enabledPlugins: Object.fromEntries(off) } : {}
  if (on.length === 0 && !extraKnownMarketplaces) return { kept }
  return {
    kept,
    proposed: {
      ...(on.length > 0 ? { enabledPlugins: Object.fromEntries(on) } : {}),
      ...(extraKnownMarketplaces ? { extraKnownMarketplaces } : {}),
    },
  }
}

/** More may be redacted for a project, never less. */
const limitSecrets = (secrets: Settings['secrets'], say: (key: string) => void): Settings => {
  if (secrets?.redactResults !== false) return secrets ? { secrets } : {}
  say('secrets.redactResults')
  const { redactResults: _off, ...rest } = secrets
  return { secrets: rest }
}

type Permissions = Settings['permissions']

const never = (key: string): Ignored => ({ key, why: settingsText('not_for_projects') })
const held =
  (file: ProjectFile) =>
  (key: string): Ignored =>
    !file.trusted
      ? { key, why: settingsText('untrusted'), waits: 'trust' }
      : { key, why: settingsText(file.linkedOut ? 'linked_out' : 'unconfirmed') }

const isNeverKey = (key: string): boolean =>
  NEVER_KEYS.has(key) || NEVER_PREFIXES.test(key) || NEVER_ENDINGS.test(key)

const restrictions = (permissions: Permissions): Settings => {
  if (!permissions?.deny && !permissions?.ask) return {}
  const { deny, ask } = permissions
  return { permissions: { ...(ask && { ask }), ...(deny && { deny }) } }
}

const looseKeys = (permissions: Permissions): readonly string[] =>
  Object.keys(permissions ?? {})
    .filter(key => key !== 'deny' && key !== 'ask')
    .map(key => `permissions.${key}`)

const limitEnv = (env: Settings['env'], say: (key: string) => void): Settings => {
  if (!env) return {}
  const kept = Object.entries(env).filter(([name]) => {
    const isNever = NEVER_VARIABLES.test(name)
    if (isNever) say(`env.${name}`)
    return !isNever
  })
  return { env: Object.fromEntries(kept) }
}

/** Whoever names the prices sets the budgets. */
const limitPrices = (
  key: 'models' | 'modelOverrides',
  { [key]: overrides }: Settings,
  say: (key: string) => void,
): Settings => {
  if (!overrides) return {}
  const named = Object.entries(overrides).filter(([model, value]) => {
    // Prices are those of the name that people see: a folder does not say what is asked in its place.
    if (typeof value === 'string') say(`${key}.${model}`)
    return typeof value !== 'string'
  }) as [string, ModelOverride][]
  const kept = named.map(([model, { price, fast, ...rest }]) => {
    if (price) say(`${key}.${model}.price`)
    if (fast) say(`${key}.${model}.fast`)
    return [model, rest] as const
  })
  return { [key]: Object.fromEntries(kept) }
}

const limitMode = (permissions: Permissions, say: (key: string) => void): Settings => {
  if (!permissions) return {}
  const { defaultMode, ...rest } = permissions
  if (defaultMode !== 'bypassPermissions' && defaultMode !== 'auto') return { permissions }
  say('permissions.defaultMode')
  return { permissions: rest }
}

/** Plans are written without asking, so a project may only name a plain place within itself. */
const limitPlans = (
  directory: string | undefined,
  projectDir: string,
  say: (key: string) => void,
): Settings => {
  if (directory === undefined) return {}
  const place = resolveReal(resolve(projectDir, directory))
  const project = resolveReal(projectDir)
  const within =
    /^(?![/~\\])/.test(directory) &&
    !directory.split(/[/\\]/).some(name => name === '..' || name.toLowerCase() === '.git') &&
    place.ok &&
    project.ok &&
    place.real !== project.real &&
    isInside(place.real, project.real, { caseSensitive: true }) &&
    !place.real.split(sep).includes('.git')
  if (within) return { plansDirectory: directory }
  say('plansDirectory')
  return {}
}
