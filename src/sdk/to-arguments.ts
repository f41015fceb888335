import { RULE_NAMES } from '../protocol/tools/rule-names.ts'
import type { Options } from './options.ts'
import { isSdkServer } from './servers.ts'

const BASE = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'] as const

/** One argument with its value in it, so that a value that begins with a dash stays a value. */
const valued = (flag: string, value: string | number | undefined): readonly string[] =>
  value === undefined ? [] : [`--${flag}=${value}`]
const listed = (flag: string, values: readonly string[] | undefined): readonly string[] =>
  values && values.length > 0 ? [`--${flag}=${values.join(',')}`] : []
const switched = (flag: string, on: boolean | undefined): readonly string[] => (on ? [`--${flag}`] : [])

/** What cannot be honoured is refused before anything is started. */
const refuse = (options: Options): void => {
  const {
    canUseTool,
    permissionPromptToolName,
    resume,
    toolConfig = {},
    sessionStore,
    persistSession,
  } = options
  if (canUseTool && permissionPromptToolName)
    throw new TypeError('Give canUseTool or permissionPromptToolName, not both.')
  if (options.continue && resume !== undefined) throw new TypeError('Give continue or resume, not both.')
  const { askUserQuestion: { previewFormat = 'markdown' } = {}, ...unknown } = toolConfig
  if (Object.keys(unknown).length > 0 || !['html', 'markdown'].includes(previewFormat))
    throw new TypeError("toolConfig takes only askUserQuestion.previewFormat: 'html' or 'markdown'.")
  if (sessionStore && persistSession === false)
    throw new TypeError('sessionStore copies what is saved; it needs persistSession.')
}

/** The command line for these options. What only `initialize` can carry is left to it. */
export const toArguments = (options: Options): readonly string[] => {
  refuse(options)
  return [
    ...BASE,
    ...modelArguments(options),
    ...permissionArguments(options),
    ...sessionArguments(options),
    ...extensionArguments(options),
    ...switched('include-partial-messages', options.includePartialMessages),
    ...switched('include-hook-events', options.includeHookEvents),
    ...switched('debug', options.debug),
    ...valued('debug-file', options.debugFile),
    ...Object.entries(options.extraArgs ?? {}).flatMap(([flag, value]) =>
      value === null ? [`--${flag}`] : [`--${flag}`, value],
    ),
  ]
}

const modelArguments = (options: Options): readonly string[] => {
  const { thinking, maxThinkingTokens, outputFormat } = options
  const display = thinking && 'display' in thinking ? thinking.display : undefined
  return [
    ...valued('model', options.model),
    ...valued('fallback-model', options.fallbackModel),
    ...valued('effort', options.effort),
    ...(thinking && thinking.type !== 'enabled' ? [`--thinking=${thinking.type}`] : []),
    ...valued(
      'max-thinking-tokens',
      thinking?.type === 'enabled' ? thinking.budgetTokens : maxThinkingTokens,
    ),
    ...valued('thinking-display', display),
    ...listed('betas', options.betas),
    ...valued('max-turns', options.maxTurns),
    ...valued('max-budget-usd', options.maxBudgetUsd),
    ...valued('task-budget', options.taskBudget?.total),
    ...(outputFormat ? [`--json-schema=${JSON.stringify(outputFormat.schema)}`] : []),
  ]
}

const permissionArguments = (options: Options): readonly string[] => {
  const { tools, skills = [] } = options
  const skillRules =
    skills === 'all' ? [RULE_NAMES.skill] : skills.map(name => `${RULE_NAMES.skill}(${name})`)
  return [
    ...valued('permission-mode', options.permissionMode),
    ...switched('allow-dangerously-skip-permissions', options.allowDangerouslySkipPermissions),
    ...valued('permission-prompt-tool', options.canUseTool ? 'stdio' : options.permissionPromptToolName),
    ...listed('allowedTools', [...(options.allowedTools ?? []), ...skillRules]),
    ...listed('disallowedTools', options.disallowedTools),
    ...(tools ? [`--tools=${'preset' in tools ? 'default' : tools.join(',')}`] : []),
    ...(options.additionalDirectories ?? []).map(directory => `--add-dir=${directory}`),
  ]
}

const sessionArguments = (options: Options): readonly string[] => [
  ...switched('continue', options.continue),
  ...valued('resume', options.resume),
  ...valued('resume-session-at', options.resumeSessionAt),
  ...valued('resume-drops-turn', options.resumeDropsTurn),
  ...switched('fork-session', options.forkSession),
  ...valued('session-id', options.sessionId),
  ...switched('no-session-persistence', options.persistSession === false),
  ...switched('session-mirror', options.sessionStore !== undefined),
]

const extensionArguments = (options: Options): readonly string[] => {
  const { mcpServers = {}, settingSources, managedSettings, plugins = [] } = options
  const started = Object.entries(mcpServers).filter(([, server]) => !isSdkServer(server))
  const settings = settingsOf(options)
  return [
    ...valued('agent', options.agent),
    ...(started.length > 0
      ? ['--mcp-config', JSON.stringify({ mcpServers: Object.fromEntries(started) })]
      : []),
    ...switched('strict-mcp-config', options.strictMcpConfig),
    ...plugins.map(
      ({ path, skipMcpDiscovery }) => `--plugin-dir${skipMcpDiscovery ? '-no-mcp' : ''}=${path}`,
    ),
    ...(settingSources ? [`--setting-sources=${settingSources.join(',')}`] : []),
    ...(settings === undefined ? [] : ['--settings', settings]),
    ...(managedSettings ? ['--managed-settings', JSON.stringify(managedSettings)] : []),
    ...valued('project-config-root', options.projectConfigRoot),
  ]
}

/** A sandbox that was asked for and cannot be had is an error, not a wish. */
const settingsOf = ({ settings, sandbox }: Options): string | undefined => {
  if (sandbox === undefined) return typeof settings === 'object' ? JSON.stringify(settings) : settings
  if (typeof settings === 'string')
    throw new TypeError('With sandbox, give settings as an object and not as the path of a file.')
  return JSON.stringify({ ...settings, sandbox: { failIfUnavailable: true, ...sandbox } })
}
