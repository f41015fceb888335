import { matchWildcard } from '../../lib/text/wildcard.ts'
import { withoutMarketplace } from './extension-name.ts'

/** A tool of an MCP server by value. Its name on the wire joins and rewrites both, so that others could have the same. */
export interface ServerToolName {
  readonly server: string
  readonly tool: string
}

/**
 * Whether what grants names exactly this tool: `mcp__server`, `mcp__server__*` or `mcp__server__tool`, with both names
 * as the server has them. The server ends at the first `__`, so that one with `__` in its name is never meant.
 */
export const grantsServerTool = (text: string, { server, tool }: ServerToolName): boolean => {
  const named = readServerToolName(text)
  if (!named || named.server !== server) return false
  return named.tool === '' || matchWildcard(named.tool, tool)
}

/** Whether what restricts could name this tool, in any reading of the joined names, as they are or as on the wire. */
export const restrictsServerTool = (text: string, { server, tool }: ServerToolName): boolean => {
  const names = [server, withoutMarketplace(server)].flatMap(each => bothWays(`mcp__${each}__${tool}`))
  return bothWays(text).some(each =>
    names.some(
      name => matchWildcard(each, name) || (each.startsWith('mcp__') && matchWildcard(`${each}__*`, name)),
    ),
  )
}

/** The names in `mcp__server__tool`, with an empty tool for all of them; undefined for what names no server. */
export const readServerToolName = (text: string): ServerToolName | undefined => {
  if (!text.startsWith('mcp__')) return undefined
  const rest = text.slice('mcp__'.length)
  const end = rest.indexOf('__')
  const [server, tool] = end === -1 ? [rest, ''] : [rest.slice(0, end), rest.slice(end + 2)]
  return server === '' || server.includes('*') ? undefined : { server, tool }
}

const bothWays = (text: string): readonly string[] => [text, text.replace(/[^A-Za-z0-9_*-]/g, '_')]
