import type { InPool } from '../../agents/tool-pool.ts'
import { serverPrefix } from '../../features/mcp/names.ts'
import { RESOURCE_TOOLS } from '../../features/mcp/tools/resource-specs.ts'
import type { StartingServers } from '../../protocol/extensions/starting-servers.ts'
import type { Mcp } from './part.ts'
import type { UnlistedServer } from './running-servers.ts'

/** What a thread may use of servers, with those whose tools are not known yet. */
export const startingServers = (
  mcp: Pick<Mcp, 'unlisted' | 'listed'>,
  wanted: InPool | undefined,
): { readonly wants?: InPool; readonly servers: StartingServers } => {
  const wants = wanted ?? (() => true)
  const unlisted = (): readonly UnlistedServer[] =>
    mcp.unlisted().filter(({ name }) => wants(serverPrefix(name), [], { server: name, tool: '' }))
  const starting = () => unlisted().filter(server => server.starts)
  /** Of a tool by its name, also those that are out of reach: whoever calls it is told why. */
  const bringing = (tool: string): readonly UnlistedServer[] => {
    if (!wants(tool)) return []
    // Those come with the first server that has resources.
    if (RESOURCE_TOOLS.includes(tool)) return starting()
    const lower = tool.toLowerCase()
    return mcp.unlisted().filter(({ name }) => lower.startsWith(serverPrefix(name).toLowerCase()))
  }
  const servers: StartingServers = {
    names: () => starting().map(({ name }) => name),
    mayBring: tool => mcp.unlisted().length > 0 && bringing(tool).length > 0,
    async reach(tools, signal) {
      const asked = tools ? tools.flatMap(bringing) : starting()
      const names = new Set(asked.map(({ name }) => name))
      if (asked.some(server => server.starts)) await mcp.listed(names, signal)
      return mcp.unlisted().flatMap(({ name, why }) => (names.has(name) ? [why()] : []))
    },
  }
  return { ...(wanted ? { wants } : {}), servers: servers }
}
