import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ServersChoice } from '../options/servers-choice.ts'
import type { McpOptions } from './mcp-options.ts'

/** Servers of plugins are checked here: what they mean is known nowhere else. */
export const takePlugins = async (
  { config, contributions }: McpOptions,
  choice: ServersChoice,
): Promise<void> => {
  const places = (await config.extensions?.list()) ?? []
  const withServers = places.filter(({ servers }) => servers && Object.keys(servers).length > 0)
  if (withServers.length === 0) return contributions.put('servers of plugins', [])
  const { parseServers } = await import('../../features/mcp/config/read-servers.ts')
  contributions.put(
    'servers of plugins',
    withServers.map(({ source, root, servers = {}, variables = {} }): Contribution => {
      const read = parseServers(servers, { ...choice.env, ...variables })
      return {
        source,
        servers: read.servers.map(({ name, config: server }) => ({
          name,
          file: root,
          config: server.type === 'stdio' ? { ...server, env: { ...variables, ...server.env } } : server,
        })),
        problems: read.problems.map(message => ({ source, file: root, message })),
      }
    }),
  )
}
