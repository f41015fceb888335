/** Tools by the lists that definitions of agents have. */
export interface ToolLists {
  /** Absent: everything there is. */
  readonly tools?: readonly string[] | undefined
  readonly disallowedTools?: readonly string[] | undefined
}

export type InPool = (name: string, aliases?: readonly string[]) => boolean

/**
 * What an agent may call. A list names tools, all tools of a server (`mcp__server`, `mcp__server__*`), or everything
 * (`*`); what stands in brackets behind a name limits its calls, not whether it is there, so that a tool with brackets
 * is forbidden only in part.
 */
export const toolPool = ({ tools, disallowedTools = [] }: ToolLists): InPool => {
  const only = tools?.map(bareName)
  const never = disallowedTools.filter(entry => !hasBrackets(entry))
  return (name, aliases = []) => {
    const isOne = (entry: string): boolean => [name, ...aliases].some(each => covers(entry, each))
    return (only === undefined || only.some(isOne)) && !never.some(isOne)
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

const covers = (entry: string, name: string): boolean => {
  if (entry === '*' || entry === name) return true
  if (!entry.startsWith('mcp__')) return false
  const server = entry.replace(/(__)?\*$/, '')
  return name.startsWith(`${server}__`)
}
