import {
  grantsServerTool,
  readServerToolName,
  restrictsServerTool,
  type ServerToolName,
} from '../protocol/extensions/server-tool-name.ts'

/** Tools by the lists that definitions of agents have. */
export interface ToolLists {
  /** Absent: everything there is. */
  readonly tools?: readonly string[] | undefined
  readonly disallowedTools?: readonly string[] | undefined
}

/** `serverTool`: whose tool it is, by value; without it a name is read as it stands. */
export type InPool = (name: string, aliases?: readonly string[], serverTool?: ServerToolName) => boolean

/**
 * What an agent may call. A list names tools, all tools of a server (`mcp__server`, `mcp__server__*`), or everything
 * (`*`); what stands in brackets behind a name limits its calls, not whether it is there, so that a tool with brackets
 * is forbidden only in part.
 */
export const toolPool = ({ tools, disallowedTools = [] }: ToolLists): InPool => {
  const only = tools?.map(bareName)
  const never = disallowedTools.filter(entry => !hasBrackets(entry))
  return (name, aliases = [], serverTool = readServerToolName(name)) => {
    const names = [name, ...aliases]
    const isNamed = (entry: string): boolean => entry === '*' || names.includes(entry)
    const isIn = (entry: string): boolean =>
      isNamed(entry) || (serverTool !== undefined && covers(entry, serverTool))
    const isOut = (entry: string): boolean =>
      isNamed(entry) || (serverTool !== undefined && restrictsServerTool(entry, serverTool))
    return (only === undefined || only.some(isIn)) && !never.some(isOut)
  }
}

/** `Bash(git *)` names the tool. */
export const bareName = (entry: string): string => entry.replace(/\(.*$/s, '').trim()

/** What `Agent(x, y)` in a list limits agents to; absent: nothing does. */
export const agentTypes = (tools: readonly string[] = []): readonly string[] | undefined => {
  const named = tools.flatMap(entry => /^(?:Agent|Task)\((.*)\)$/s.exec(entry.trim())?.[1] ?? [])
  if (named.length === 0) return undefined
  return named
    .flatMap(list => list.split(','))
    .map(name => name.trim())
    .filter(name => name !== '')
}

export const hasBrackets = (entry: string): boolean => entry.includes('(')

/** A list may also spell the names as they are on the wire: no two servers of a session have the same there. */
const covers = (entry: string, { server, tool }: ServerToolName): boolean =>
  entry === 'mcp__*' ||
  grantsServerTool(entry, { server, tool }) ||
  grantsServerTool(entry, { server: wireName(server), tool: wireName(tool) })

const wireName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_')
