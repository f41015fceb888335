import type { AgentSettings } from '../agents/agent-settings.ts'
import type { ModelRedirects } from '../features/models/catalogue.ts'
import { PROVIDERS } from '../features/models/providers/index.ts'
import type { AuthScheme } from '../features/models/providers/provider.ts'
import { proxyFromEnv } from '../lib/network/proxy.ts'
import { type Env, HostError, type OpenRequest } from '../protocol/host.ts'
import { openingText } from '../protocol/messages/host/opening.ts'
import { EFFORTS, type Effort } from '../protocol/model.ts'
import type { Settings } from '../protocol/settings.ts'
import type { ShellSettings } from '../protocol/tools/shell-settings.ts'
import type { StoredEntries } from './credentials/stored-entry.ts'

/**
 * A variable under any of its names. What other tools call CLAUDE_CODE_X, CLAUDE_X or X is CAPSTAN_X here, and ours
 * wins. An empty value counts as absent.
 */
export const variable = (env: Env, name: string): string | undefined => {
  const suffix = name.replace(/^CLAUDE_(CODE_)?/, '')
  return env[`CAPSTAN_${suffix}`] || env[name] || undefined
}

/** A Linux inside Windows: what the person looks at (browser, clipboard, editor) is out there. */
export const isWsl = (env: Env): boolean => Boolean(env['WSL_DISTRO_NAME'] || env['WSL_INTEROP'])

export const isOn = (env: Env, name: string): boolean => {
  const value = variable(env, name)
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false'
}

/** By the first of these names that is set. */
const readSwitch = (env: Env, names: readonly string[]): boolean | undefined => {
  const name = names.find(each => variable(env, each) !== undefined)
  return name === undefined ? undefined : isOn(env, name)
}

const CACHED_FAMILIES = ['opus', 'sonnet', 'haiku', 'fable', 'mythos']

/** Whoever says five minutes means it, whatever else is set. */
const cacheLifetimeOf = (env: Env): { readonly cacheLifetime?: '5m' | '1h' } => {
  if (isOn(env, 'FORCE_PROMPT_CACHING_5M')) return { cacheLifetime: '5m' }
  const isHour =
    isOn(env, 'ENABLE_PROMPT_CACHING_1H') ||
    (isOn(env, 'ENABLE_PROMPT_CACHING_1H_BEDROCK') && isOn(env, 'CLAUDE_CODE_USE_BEDROCK'))
  return isHour ? { cacheLifetime: '1h' } : {}
}

const positive = (env: Env, name: string): number | undefined => {
  const value = Number(variable(env, name))
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** A limit that cannot be read is refused: taking it for no limit could cost money. */
const limit = (env: Env, name: string, most = Number.POSITIVE_INFINITY): number | undefined => {
  const text = variable(env, name)
  const value = positive(env, name)
  if (text === undefined || (value !== undefined && value <= most)) return value
  const found = { variable: name, value: JSON.stringify(text) }
  throw new HostError(
    'request',
    most < Number.POSITIVE_INFINITY
      ? openingText('bad_limit_up_to', { ...found, most })
      : openingText('bad_limit', found),
  )
}

/** What the environment says, read once. */
export interface EnvironmentOptions {
  readonly apiKey: string | undefined
  readonly authToken: string | undefined
  /** How long a key that a helper gave may be used; absent: as long as the program runs. */
  readonly helperTtlMs: number | undefined
  /** What the program keeps by itself, see stored-credentials.ts. */
  readonly stored?: StoredEntries
  readonly baseUrl: string | undefined
  readonly model: string | undefined
  readonly smallModel: string | undefined
  readonly redirects: ModelRedirects
  /** What names of families mean where nobody redirects them; absent: the newest of the catalogue. */
  readonly families?: ModelRedirects
  readonly headers: Readonly<Record<string, string>>
  readonly betas: readonly string[]
  /** Nothing is asked for that a server in between may not know: only what the person named themselves. */
  readonly plainRequests: boolean
  readonly extraBody: string | undefined
  readonly proxy: { readonly http?: string; readonly https?: string; readonly no?: string }
  readonly requestTimeoutMs: number | undefined
  readonly stallMs: number | undefined
  readonly maxRetries: number | undefined
  readonly maxOutputTokens: number | undefined
  readonly maxContextTokens: number | undefined
  /** No window beyond the usual one: `[1m]` counts for nothing, and long ones are used like the usual. */
  readonly longOff: boolean
  /** No second model is asked for advice, whatever settings say. */
  readonly advisorOff: boolean
  readonly maxTurns: number | undefined
  readonly maxParallelTools: number | undefined
  /** No model is asked to think, unless a flag says so. */
  readonly thinkingOff: boolean
  /** Models that can do either think within a budget. */
  readonly adaptiveOff: boolean
  readonly maxThinkingTokens: number | undefined
  readonly effort: Effort | undefined
  readonly autoCompactOff: boolean
  /** Characters that the list of skills may take. */
  readonly skillChars: number | undefined
  /** How often in a row hooks may keep a turn from ending. */
  readonly stopBlocks: number | undefined
  /** How often an answer that does not fit its schema is asked for again. */
  readonly structuredRetries: number | undefined
  /** What all hooks at the end of a session may take together. */
  readonly endHooksMs: number | undefined
  /** Compact as if the window were so large. */
  readonly autoCompactWindow: number | undefined
  /** Percent of the effective window. */
  readonly autoCompactPercent: number | undefined
  /** No model call that nobody asked for. */
  readonly backgroundOff: boolean
  /** Nobody is reminded of what a session costs. */
  readonly costWarningsOff: boolean
  readonly cacheOff: boolean
  /** Families of models for which it is off. */
  readonly uncached: readonly string[]
  /** How long it is to be kept; absent: as settings say. */
  readonly cacheLifetime?: '5m' | '1h'
  /** A request that does not begin as the one before for no known reason fails. */
  readonly cacheLint: boolean
  /** Every tool is sent whole from the start. */
  readonly toolSearchOff: boolean
  /** When tools of servers have to be looked up. */
  readonly deferServers: 'always' | { readonly percent: number }
  readonly servers: {
    readonly connectMs?: number
    readonly callMs?: number
    readonly idleMs?: number
    readonly backgroundMs?: number
    readonly resultTokens?: number
    readonly startAtOnce?: { readonly local?: number; readonly remote?: number }
  }
  /** Name of the task list to use instead of the session's own. */
  readonly taskListId: string | undefined
  readonly clientApp: string | undefined
  readonly shell: ShellSettings
  /** Undefined: it says nothing about coordinator mode. */
  readonly coordinator: boolean | undefined
  readonly agents: Pick<AgentSettings, 'maxDepth' | 'maxAtOnce' | 'forks' | 'model' | 'without' | 'stallMs'>
  /** Tokens of text that one read may show. */
  readonly readTokens: number | undefined
  /** Of the locale, where it is one of the older ones that write several bytes for a character. */
  readonly localeEncoding: string | undefined
}

const [provider] = PROVIDERS

const secretOf = (env: Env, kind: AuthScheme['kind']): string | undefined =>
  provider.auth.map(scheme => (scheme.kind === kind && env[scheme.variable]) || undefined).find(Boolean)

export const readEnvironment = (env: Env): EnvironmentOptions => ({
  apiKey: secretOf(env, 'key'),
  authToken: secretOf(env, 'token'),
  helperTtlMs: positive(env, 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS'),
  baseUrl: env['ANTHROPIC_BASE_URL'] || undefined,
  model: env['ANTHROPIC_MODEL'] || undefined,
  smallModel: env['ANTHROPIC_SMALL_FAST_MODEL'] || undefined,
  redirects: readRedirects(env),
  headers: parseHeaders(env['ANTHROPIC_CUSTOM_HEADERS'] ?? ''),
  betas: words(env['ANTHROPIC_BETAS']),
  plainRequests: isOn(env, 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS'),
  extraBody: variable(env, 'CLAUDE_CODE_EXTRA_BODY'),
  proxy: proxyFromEnv(env),
  requestTimeoutMs: positive(env, 'API_TIMEOUT_MS'),
  stallMs: positive(env, 'CLAUDE_STREAM_IDLE_TIMEOUT_MS'),
  maxRetries: readRetries(env),
  maxOutputTokens: limit(env, 'CLAUDE_CODE_MAX_OUTPUT_TOKENS'),
  maxContextTokens: limit(env, 'CLAUDE_CODE_MAX_CONTEXT_TOKENS'),
  longOff: isOn(env, 'CLAUDE_CODE_DISABLE_1M_CONTEXT'),
  advisorOff: isOn(env, 'CLAUDE_CODE_DISABLE_ADVISOR_TOOL'),
  maxTurns: limit(env, 'CLAUDE_CODE_MAX_TURNS'),
  maxParallelTools: positive(env, 'CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY'),
  maxThinkingTokens: positive(env, 'MAX_THINKING_TOKENS'),
  thinkingOff:
    isOn(env, 'CLAUDE_CODE_DISABLE_THINKING') || variable(env, 'MAX_THINKING_TOKENS')?.trim() === '0',
  adaptiveOff: isOn(env, 'CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING'),
  effort: EFFORTS.find(effort => effort === variable(env, 'CLAUDE_CODE_EFFORT_LEVEL')),
  autoCompactOff: isOn(env, 'DISABLE_AUTO_COMPACT') || isOn(env, 'DISABLE_COMPACT'),
  skillChars: positive(env, 'SLASH_COMMAND_TOOL_CHAR_BUDGET'),
  stopBlocks: limit(env, 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'),
  structuredRetries: limit(env, 'MAX_STRUCTURED_OUTPUT_RETRIES'),
  endHooksMs: positive(env, 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'),
  autoCompactWindow: readCompactWindow(env),
  autoCompactPercent: limit(env, 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE', 100),
  backgroundOff: isOn(env, 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC'),
  costWarningsOff: isOn(env, 'DISABLE_COST_WARNINGS'),
  cacheOff: isOn(env, 'DISABLE_PROMPT_CACHING'),
  uncached: CACHED_FAMILIES.filter(family => isOn(env, `DISABLE_PROMPT_CACHING_${family.toUpperCase()}`)),
  ...cacheLifetimeOf(env),
  cacheLint: isOn(env, 'CACHE_LINT'),
  toolSearchOff: variable(env, 'ENABLE_TOOL_SEARCH') !== undefined && !isOn(env, 'ENABLE_TOOL_SEARCH'),
  deferServers: readDeferral(variable(env, 'ENABLE_TOOL_SEARCH')),
  servers: readServerLimits(env),
  taskListId: readListId(variable(env, 'CLAUDE_CODE_TASK_LIST_ID')),
  clientApp: env['CLAUDE_AGENT_SDK_CLIENT_APP'] || undefined,
  shell: readShell(env),
  agents: readAgents(env),
  coordinator: readSwitch(env, ['CLAUDE_CODE_COORDINATOR', 'CLAUDE_CODE_COORDINATOR_MODE']),
  readTokens: limit(env, 'CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS'),
  localeEncoding: /\.((?:gb|big5|euc|sjis)[^@]*)/i.exec(
    env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '',
  )?.[1],
})

const USUAL_WINDOW = 200_000

const readCompactWindow = (env: Env): number | undefined => {
  const said = limit(env, 'CLAUDE_CODE_AUTO_COMPACT_WINDOW')
  return isOn(env, 'CLAUDE_CODE_DISABLE_1M_CONTEXT') ? Math.min(said ?? USUAL_WINDOW, USUAL_WINDOW) : said
}

/** A longer timer would fire at once. */
const MOST_TIMER_MS = 2 ** 31 - 1
/** More than this is never shown whole, whatever is asked for. */
const MOST_OUTPUT_CHARS = 150_000

const readShell = (env: Env): ShellSettings => {
  const usual = positive(env, 'BASH_DEFAULT_TIMEOUT_MS')
  const most = positive(env, 'BASH_MAX_TIMEOUT_MS')
  const chars = positive(env, 'BASH_MAX_OUTPUT_LENGTH')
  return {
    ...(usual === undefined ? {} : { defaultTimeoutMs: Math.min(usual, MOST_TIMER_MS) }),
    ...(most === undefined ? {} : { maxTimeoutMs: Math.min(most, MOST_TIMER_MS) }),
    ...(chars === undefined ? {} : { maxOutputChars: Math.min(Math.floor(chars), MOST_OUTPUT_CHARS) }),
    ...(isOn(env, 'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS') ? { backgroundOff: true } : {}),
    ...(isOn(env, 'CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR') ? { startsInProject: true } : {}),
    ...readShellProgram(env),
    ...readMemoryLimit(env),
  }
}

/** Commands are read as bash reads them: another shell is for what the person types themselves. */
const readShellProgram = (env: Env): Pick<ShellSettings, 'bash' | 'prefix' | 'person'> => {
  const prefix = variable(env, 'CLAUDE_CODE_SHELL_PREFIX')?.trim()
  const shell = variable(env, 'CLAUDE_CODE_SHELL')?.trim() ?? ''
  const name = /^\/(?:.*\/)?(bash|zsh|fish|sh)$/.exec(shell)?.[1]
  return {
    ...(prefix ? { prefix } : {}),
    ...(name === undefined ? {} : name === 'bash' ? { bash: shell } : { person: shell }),
  }
}

/** Bytes, or with `k`, `m`, `g`. What cannot be read is refused: whoever sets it relies on it. */
const readMemoryLimit = (env: Env): Pick<ShellSettings, 'memoryKb'> => {
  const text = variable(env, 'CLAUDE_CODE_TOOL_MEMORY_LIMIT')?.trim() ?? 'none'
  if (/^(?:none|0|false|off)$/i.test(text)) return {}
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text) ?? []
  const bytes = Number(number) * 1024 ** ['', 'k', 'm', 'g', 't'].indexOf(unit.toLowerCase())
  if (Number.isFinite(bytes) && bytes >= LEAST_MEMORY) return { memoryKb: Math.ceil(bytes / 1024) }
  const value = JSON.stringify(text)
  throw new HostError(
    'request',
    openingText('bad_memory', { variable: 'CLAUDE_CODE_TOOL_MEMORY_LIMIT', value }),
  )
}

/** With less not even bash starts. */
const LEAST_MEMORY = 16 * 1024 ** 2

const readAgents = (env: Env): EnvironmentOptions['agents'] => {
  const maxDepth = positive(env, 'CLAUDE_CODE_MAX_SUBAGENT_SPAWN_DEPTH')
  const maxAtOnce = positive(env, 'CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS')
  const stallMs = positive(env, 'CLAUDE_ASYNC_AGENT_STALL_TIMEOUT_MS')
  const model = variable(env, 'CLAUDE_CODE_SUBAGENT_MODEL')
  const forks = variable(env, 'CLAUDE_CODE_FORK_SUBAGENT')
  return {
    ...(maxDepth === undefined ? {} : { maxDepth: Math.floor(maxDepth) }),
    ...(maxAtOnce === undefined ? {} : { maxAtOnce: Math.floor(maxAtOnce) }),
    ...(stallMs === undefined ? {} : { stallMs: Math.min(stallMs, MOST_TIMER_MS) }),
    ...(model ? { model } : {}),
    ...(isOn(env, 'CLAUDE_CODE_DISABLE_EXPLORE_PLAN_AGENTS') ? { without: ['Explore', 'Plan'] } : {}),
    ...(forks === undefined ? {} : { forks: isOn(env, 'CLAUDE_CODE_FORK_SUBAGENT') }),
  }
}

/** `auto:N` defers from N percent of the window on. */
const readDeferral = (text: string | undefined): EnvironmentOptions['deferServers'] => {
  const [, percent] = /^auto(?::(\d+))?$/i.exec(text ?? '') ?? []
  if (!/^auto(?::\d+)?$/i.test(text ?? '')) return 'always'
  return { percent: Math.min(100, Number(percent ?? 10)) }
}

const readServerLimits = (env: Env): EnvironmentOptions['servers'] => {
  const ms = (name: string): number | undefined => {
    const value = positive(env, name)
    return value === undefined ? undefined : Math.min(value, MOST_TIMER_MS)
  }
  const connectMs = ms('MCP_TIMEOUT')
  const callMs = ms('MCP_TOOL_TIMEOUT')
  const idleMs = ms('CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT')
  const resultTokens = positive(env, 'MAX_MCP_OUTPUT_TOKENS')
  const local = atOnce(env, 'MCP_SERVER_CONNECTION_BATCH_SIZE')
  const remote = atOnce(env, 'MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE')
  const after = ['CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS', 'CLAUDE_CODE_MCP_BACKGROUND_MS'].find(
    name => variable(env, name) !== undefined,
  )
  const backgroundMs = after === undefined ? undefined : variable(env, after) === '0' ? 0 : ms(after)
  return {
    ...(connectMs === undefined ? {} : { connectMs }),
    ...(callMs === undefined ? {} : { callMs }),
    ...(idleMs === undefined ? {} : { idleMs }),
    ...(backgroundMs === undefined ? {} : { backgroundMs }),
    ...(resultTokens === undefined ? {} : { resultTokens: Math.floor(resultTokens) }),
    startAtOnce: { ...(local === undefined ? {} : { local }), ...(remote === undefined ? {} : { remote }) },
  }
}

const MOST_AT_ONCE = 100

/** None at a time would be none at all. */
const atOnce = (env: Env, name: string): number | undefined => {
  const value = positive(env, name)
  return value === undefined ? undefined : Math.min(Math.max(1, Math.floor(value)), MOST_AT_ONCE)
}

/** It becomes the name of a directory. */
const readListId = (text: string | undefined): string | undefined =>
  text === undefined || /^\.*$/.test(text) ? undefined : text.replace(/[^\w.-]/g, '-').slice(0, 100)

/** Zero is a number of retries too. */
const readRetries = (env: Env): number | undefined => {
  const text = variable(env, 'CLAUDE_CODE_MAX_RETRIES')
  const value = Number(text)
  return text !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined
}

const readRedirects = (env: Env): ModelRedirects => {
  const redirects: { -readonly [K in keyof ModelRedirects]: ModelRedirects[K] } = {}
  for (const name of ['sonnet', 'opus', 'haiku', 'fable'] as const) {
    const id = env[`ANTHROPIC_DEFAULT_${name.toUpperCase()}_MODEL`]
    if (id) redirects[name] = id
  }
  const fallback = env['ANTHROPIC_DEFAULT_MODEL']
  if (fallback) redirects.default = fallback
  return redirects
}

const words = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/[\s,]+/).filter(word => word !== '')

/** One `Name: value` per line. */
const parseHeaders = (text: string): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim()
  }
  return headers
}

/** Who launched the program, in a word; a program around it may say so itself. */
export const entrypointOf = (
  { entrypoint, interactive }: Pick<OpenRequest, 'entrypoint' | 'interactive'>,
  env: Env,
): string => variable(env, 'CLAUDE_CODE_ENTRYPOINT') ?? entrypoint ?? (interactive ? 'cli' : 'sdk-cli')

/** Variables that say the same as a setting, and which way. */
const SWITCHES = [
  ['CLAUDE_CODE_DISABLE_BUNDLED_SKILLS', 'disableBundledSkills', true],
  ['CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS', 'includeGitInstructions', false],
  ['CLAUDE_CODE_DISABLE_FAST_MODE', 'fastMode', false],
  ['CLAUDE_CODE_DISABLE_WORKFLOWS', 'disableWorkflows', true],
  ['CLAUDE_CODE_DISABLE_AGENT_VIEW', 'disableAgentView', true],
] as const

/** Variables that turn a setting on or off. */
const EITHER_WAY = [
  ['CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION', 'promptSuggestionEnabled'],
  ['CLAUDE_CODE_ENABLE_AWAY_SUMMARY', 'awaySummaryEnabled'],
] as const

/** What the environment of the person says goes before the files. */
export const withVariables = (settings: Settings, env: Env): Settings => {
  const said: (readonly [string, boolean])[] = SWITCHES.filter(([name]) => isOn(env, name)).map(
    ([, key, value]) => [key, value],
  )
  for (const [name, key] of EITHER_WAY)
    if (variable(env, name) !== undefined) said.push([key, isOn(env, name)])
  return said.length === 0 ? settings : { ...settings, ...Object.fromEntries(said) }
}
