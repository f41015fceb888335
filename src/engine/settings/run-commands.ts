import { join } from 'node:path'
import { parseCommand } from '../../features/commands/parse-command.ts'
import { readGoalWords } from '../../features/commands/work/goal.ts'
import type { Merged } from '../../features/extensions/merge.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Goal } from '../../protocol/agents/goal.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { runByText } from '../../protocol/messages/permissions/run-by.ts'
import { OpError } from '../../protocol/op.ts'
import type { RunCommand } from '../../protocol/permission.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { AfterEditRow } from '../../protocol/tools/after-edit-row.ts'

/** What loaders found, of all that can make this program run something. */
export interface RunSources {
  readonly hooks: readonly {
    readonly hooks: HookSettings
    readonly variables?: Readonly<Record<string, string>>
  }[]
  readonly settings: Settings
  readonly contributed: Pick<Merged, 'servers' | 'skills' | 'agents'>
  readonly places: readonly ExtensionRoot[]
  /** Variables that programs are started with. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What skills and workflows run, from their texts. */
  readonly texts: readonly RunCommand[]
  /** What the goal of the conversation is checked with. */
  readonly goal: string | undefined
  /** What schedules say. */
  readonly prompts: readonly string[]
}

/** Everything that the settings in force, servers and plugins would run. */
export const runCommandsOf = ({
  hooks,
  settings,
  contributed,
  places,
  env,
  texts,
  goal,
  prompts,
}: RunSources): readonly RunCommand[] => [
  ...hooks.flatMap(set => hookRuns(set.hooks, set.variables)),
  ...[...contributed.skills, ...contributed.agents].flatMap(one => hookRuns(one.hooks ?? {})),
  ...settingRuns(settings, []),
  ...(settings.afterEdit ?? []).map(afterEditRun),
  ...contributed.servers.flatMap(serverRuns),
  ...contributed.agents.flatMap(({ servers = [] }) => servers.flatMap(ownServerRuns)),
  ...places.flatMap(placeRuns),
  ...texts,
  ...variableRuns(env),
  ...(goal === undefined ? [] : [goalRun(goal, runByText('goal'))]),
  ...prompts.flatMap(promptRuns),
]

const withVariables = (
  variables: Readonly<Record<string, string>> | undefined,
): Pick<RunCommand, 'variables'> => (variables ? { variables } : {})

const hookRuns = (hooks: HookSettings, variables?: Readonly<Record<string, string>>): readonly RunCommand[] =>
  Object.entries(hooks).flatMap(([event, groups]) =>
    (groups ?? []).flatMap(group =>
      (group.hooks ?? []).flatMap(({ command, args }): readonly RunCommand[] =>
        typeof command === 'string'
          ? [
              {
                command: args ? [command, ...args] : command,
                by: runByText('hook', { event }),
                ...withVariables(variables),
              },
            ]
          : [],
      ),
    ),
  )

/** Keys of settings whose text is a command, wherever they stand: of status lines, helpers, providers. */
const COMMAND_KEY = /(?:^command|Command|Helper|AuthRefresh|CredentialExport)$/
const MOST_DEPTH = 5
const NOT_RUN = new Set(['hooks', 'permissions', 'sandbox', 'env'])

const settingRuns = (value: unknown, path: readonly string[]): readonly RunCommand[] => {
  if (!isObject(value) || path.length > MOST_DEPTH) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (path.length === 0 && NOT_RUN.has(key)) return []
    const at = [...path, key]
    if (typeof inner === 'string' && COMMAND_KEY.test(key))
      return [{ command: inner, by: runByText('setting', { name: at.join('.') }) }]
    return settingRuns(inner, at)
  })
}

/** Tests and linters lie in the directories they are given: only files count. */
const afterEditRun = ({ run }: AfterEditRow): RunCommand => ({
  command: run,
  by: runByText('setting', { name: 'afterEdit' }),
  filesOnly: true,
})

const serverRuns = ({ name, config }: NamedServer): readonly RunCommand[] => {
  const by = runByText('server', { name })
  if (config.type === 'stdio')
    return [{ command: [config.command, ...config.args, ...Object.values(config.env)], by }]
  return config.type !== 'sdk' && config.headersHelper !== undefined
    ? [{ command: config.headersHelper, by }]
    : []
}

/** Servers that an agent has for itself, as written. */
const ownServerRuns = (written: string | Readonly<Record<string, unknown>>): readonly RunCommand[] => {
  if (typeof written === 'string') return []
  return Object.entries(written).flatMap(([name, config]): readonly RunCommand[] => {
    if (!isObject(config)) return []
    const by = runByText('server', { name })
    const helper = config['headersHelper']
    const words = [config['command'], config['args'], config['env']].flatMap(textsIn)
    return [
      ...(words.length > 0 ? [{ command: words, by }] : []),
      ...(typeof helper === 'string' ? [{ command: helper, by }] : []),
    ]
  })
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return inner.filter(one => typeof one === 'string')
}

/** Variables with a program in them, or with options that make one load a file. Lists of directories are none. */
const RUNNING_VARIABLE =
  /(?:^|_)(?:EDITOR|VISUAL|PAGER|BROWSER|ASKPASS|SHELL|COMMAND|SSH|SHELL_PREFIX|PROCESS_WRAPPER)$|^(?:BASH_ENV|ENV|LESSOPEN|LESSCLOSE|GIT_EXTERNAL_DIFF|NODE_OPTIONS|BUN_OPTIONS|PYTHONSTARTUP|PERL5OPT|RUBYOPT|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|(?:JAVA_TOOL|_JAVA|JDK_JAVA)_OPTIONS)$/

const variableRuns = (env: RunSources['env']): readonly RunCommand[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value && RUNNING_VARIABLE.test(name) ? [{ command: value, by: runByText('variable', { name }) }] : [],
  )

/** The work that a goal is about lies in the directories it names: only files count. */
const goalRun = (command: string, by: LocalizedText): RunCommand => ({ command, by, filesOnly: true })

/** A schedule may set a goal; other commands in its words are found where they are kept. */
const promptRuns = (prompt: string): readonly RunCommand[] => {
  const line = parseCommand(prompt)
  const check = line?.name === 'goal' ? checkIn(line.args) : undefined
  return check && 'command' in check ? [goalRun(check.command, runByText('schedule'))] : []
}

const checkIn = (args: string): Goal['check'] | undefined => {
  try {
    const words = readGoalWords(args)
    return words.kind === 'set' ? words.check : undefined
  } catch (error) {
    // The command refuses them as well, and no goal is set.
    if (error instanceof OpError) return undefined
    throw error
  }
}

/** Where the loader looks in a plugin, and where plugins keep what they start. */
const PARTS = [
  ...['.claude-plugin', '.capstan-plugin', '.lsp.json', '.mcp.json', 'bin', 'hooks', 'monitors', 'scripts'],
  ...['skills', 'commands', 'agents', 'workflows'],
]

/** Of a plugin: language servers, and all it is made of. */
const placeRuns = ({
  source,
  root,
  variables,
  languageServers,
  monitors = [],
  ...kinds
}: ExtensionRoot): readonly RunCommand[] => {
  const given = [kinds.skills, kinds.commands, kinds.agents, kinds.workflows].flatMap(paths => paths ?? [])
  const servers = Object.entries(languageServers ?? {}).flatMap(([name, one]): readonly RunCommand[] => {
    if (!isObject(one) || typeof one['command'] !== 'string') return []
    const words = [one['args'], one['env'], one['initializationOptions']].flatMap(textsIn)
    const by = runByText('language_server', { name })
    return [{ command: [one['command'], ...words], by, ...withVariables(variables) }]
  })
  if (source.level !== 'plugin') return servers
  const by = runByText('plugin', { name: source.name })
  const watching = monitors.map(({ command }) => ({ command, by, ...withVariables(variables) }))
  return [
    ...servers,
    ...watching,
    { path: root, by, parts: [...PARTS.map(name => join(root, name)), ...given] },
  ]
}
