import type { WrittenServer } from '../../features/mcp/config/read-servers.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionProblem, ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { serverConfigText } from '../../protocol/messages/host/server-config.ts'
import { messageFields } from '../../protocol/messages/localized-text.ts'
import type { ServersChoice } from './options.ts'
import type { McpOptions } from './part-options.ts'

/** Servers of plugins are checked here: what they mean is known nowhere else. */
export const takePlugins = async (
  { config, contributions }: McpOptions,
  choice: ServersChoice,
): Promise<void> => {
  const places = choice.only === 'flags' ? [] : ((await config.extensions?.list()) ?? [])
  const withServers = places.filter(({ servers }) => servers && Object.keys(servers).length > 0)
  if (withServers.length === 0) return contributions.put('servers of plugins', [])
  const [{ parseServers }, { serverConfigText: say }] = await Promise.all([
    import('../../features/mcp/config/read-servers.ts'),
    import('../../protocol/messages/host/server-config.ts'),
  ])
  const disabled = choice.disabled()
  contributions.put(
    'servers of plugins',
    withServers.map((place): Contribution => {
      const { source, root, servers = {}, variables = {} } = place
      const read = parseServers(servers, { ...choice.env, ...variables })
      const judged = read.servers.map(written => judge(written, { place, choice, disabled, say }))
      return {
        source,
        servers: judged.flatMap(({ server }) => (server ? [server] : [])),
        problems: [
          ...read.problems.map(problem => ({ source, file: root, ...messageFields(problem) })),
          ...judged.flatMap(({ problem }) => (problem ? [problem] : [])),
        ],
      }
    }),
  )
}

interface Judging {
  readonly place: ExtensionRoot
  readonly choice: ServersChoice
  readonly disabled: readonly string[]
  readonly say: typeof serverConfigText
}

/** A list that denies means a server by the name its plugin gives it as well as by the whole one; others only by that. */
const judge = (
  { name, config }: WrittenServer,
  { place, choice, disabled, say }: Judging,
): { readonly server?: NamedServer; readonly problem?: ExtensionProblem } => {
  const { source, root, variables = {} } = place
  const whole = source.level === 'plugin' ? `plugin:${source.name}:${name}` : name
  const why =
    choice.only === 'managed' ? say('managed_only') : choice.refusal({ name: whole, alias: name, config })
  if (why !== undefined)
    return {
      problem: {
        source,
        file: root,
        ...messageFields(say('not_started', { name: whole, why })),
      },
    }
  return {
    server: {
      name,
      file: root,
      config: config.type === 'stdio' ? { ...config, env: { ...variables, ...config.env } } : config,
      ...(disabled.includes(whole) ? { disabled: true as const } : {}),
    },
  }
}
