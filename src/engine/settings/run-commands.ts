import { join } from 'node:path'
import type { Merged } from '../../features/extensions/merge.ts'
import { isObject } from '../../lib/is-object.ts'
import type { ExtensionPlace } from '../../protocol/extensions/place.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import type { RunCommand } from '../../protocol/permission.ts'
import type { Settings } from '../../protocol/settings.ts'

/** What loaders found, of all that can make this program run something. */
export interface RunSources {
  readonly hooks: readonly {
    readonly hooks: HookSettings
    readonly variables?: Readonly<Record<string, string>>
  }[]
  readonly settings: Settings
  readonly contributed: Pick<Merged, 'servers' | 'skills' | 'agents'>
  readonly places: readonly ExtensionPlace[]
}

/** Everything that the settings in force, servers and plugins would run. */
export const runCommandsOf = ({
  hooks,
  settings,
  contributed,
  places,
}: RunSources): readonly RunCommand[] => [
  ...hooks.flatMap(set => hookRuns(set.hooks, set.variables)),
  ...[...contributed.skills, ...contributed.agents].flatMap(one => hookRuns(one.hooks ?? {})),
  ...settingRuns(settings, []),
  ...contributed.servers.flatMap(serverRuns),
  ...places.flatMap(placeRuns),
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
                by: `the ${event} hook`,
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
      return [{ command: inner, by: `the setting ${at.join('.')}` }]
    return settingRuns(inner, at)
  })
}

const serverRuns = ({ name, config }: NamedServer): readonly RunCommand[] => {
  const by = `the MCP server ${name}`
  if (config.type === 'stdio')
    return [{ command: [config.command, ...config.args, ...Object.values(config.env)], by }]
  return config.type !== 'sdk' && config.headersHelper !== undefined
    ? [{ command: config.headersHelper, by }]
    : []
}

/** Of a plugin: language servers, programs on PATH, and the files that say which hooks it has. */
const placeRuns = ({ source, root, variables, languageServers }: ExtensionPlace): readonly RunCommand[] => {
  const servers = Object.entries(languageServers ?? {}).flatMap(([name, one]): readonly RunCommand[] => {
    if (!isObject(one) || typeof one['command'] !== 'string') return []
    const args = Array.isArray(one['args']) ? one['args'].filter(arg => typeof arg === 'string') : []
    const by = `the language server ${name}`
    return [{ command: [one['command'], ...args], by, ...withVariables(variables) }]
  })
  if (source.level !== 'plugin') return servers
  const own = ['bin', 'hooks', '.claude-plugin', '.capstan-plugin', '.lsp.json']
  return [...servers, ...own.map(name => ({ path: join(root, name), by: `the plugin ${source.name}` }))]
}
