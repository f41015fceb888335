import type { Settings } from '../../protocol/settings.ts'

interface Ignored {
  readonly key: string
  readonly why: string
}

const HOW_TO_TRUST =
  'this folder is not trusted; run with --trust or set CAPSTAN_TRUST_WORKSPACE=1 if you trust what is in it'
const NEVER = 'a project may not set this; put it in your user settings if you want it'

const NEVER_KEYS: ReadonlySet<string> = new Set([
  'allowManagedHooksOnly',
  'allowManagedPermissionRulesOnly',
  'apiKeyHelper',
  'autoMemoryDirectory',
  'disableAllHooks',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'otelHeadersHelper',
  'pluginConfigs',
  'providers',
  'skipDangerousModePermissionPrompt',
  'webSearch',
])
const NEVER_PREFIXES = /^(?:aws|gcp|allowManaged)(?=[A-Z]|$)/

const NEVER_VARIABLES =
  /^(?:(?:ANTHROPIC_|CLAUDE|CAPSTAN_|NODE_|BUN_|LD_|DYLD_|SSL_|GIT_|XDG_).*|.*_BASE_URL|.*_PROXY|.*_ENDPOINT.*|PATH|HOME|SHELL|ENV|BASH_ENV|IFS|PROMPT_COMMAND|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|TMPDIR)$/i

/**
 * What counts of settings that came with the folder. Untrusted: only restrictions. Trusted: all but what would let
 * the project reach credentials, the program's own set-up or a mode without checks. `rawKeys` are the keys of the
 * file, so that ones this program does not act on are said too.
 */
export const limitProject = (
  settings: Settings,
  { rawKeys, trusted }: { readonly rawKeys: readonly string[]; readonly trusted: boolean },
): { readonly settings: Settings; readonly ignored: readonly Ignored[] } => {
  const ignored: Ignored[] = rawKeys.filter(isNeverKey).map(key => ({ key, why: NEVER }))
  const { permissions, ...others } = settings
  const allowed = Object.fromEntries(Object.entries(others).filter(([key]) => !isNeverKey(key))) as Settings
  if (!trusted) {
    const held = Object.keys(allowed).map(key => ({ key, why: HOW_TO_TRUST }))
    return {
      settings: restrictions(permissions),
      ignored: [...ignored, ...held, ...heldPermissions(permissions)],
    }
  }
  return {
    settings: {
      ...allowed,
      ...limitEnv(allowed.env, ignored),
      ...limitMode(permissions, ignored),
    },
    ignored,
  }
}

type Permissions = Settings['permissions']

const isNeverKey = (key: string): boolean => NEVER_KEYS.has(key) || NEVER_PREFIXES.test(key)

const restrictions = (permissions: Permissions): Settings => {
  if (!permissions?.deny && !permissions?.ask) return {}
  const { deny, ask } = permissions
  return { permissions: { ...(ask && { ask }), ...(deny && { deny }) } }
}

const heldPermissions = (permissions: Permissions): readonly Ignored[] =>
  Object.keys(permissions ?? {})
    .filter(key => key !== 'deny' && key !== 'ask')
    .map(key => ({ key: `permissions.${key}`, why: HOW_TO_TRUST }))

const limitEnv = (env: Settings['env'], ignored: Ignored[]): Settings => {
  if (!env) return {}
  const kept = Object.entries(env).filter(([name]) => {
    const never = NEVER_VARIABLES.test(name)
    if (never) ignored.push({ key: `env.${name}`, why: NEVER })
    return !never
  })
  return { env: Object.fromEntries(kept) }
}

const limitMode = (permissions: Permissions, ignored: Ignored[]): Settings => {
  if (!permissions) return {}
  const { defaultMode, ...rest } = permissions
  if (defaultMode !== 'bypassPermissions' && defaultMode !== 'auto') return { permissions }
  ignored.push({ key: 'permissions.defaultMode', why: NEVER })
  return { permissions: rest }
}
