import type { ParsedRule } from './rules.ts'
import { matchWildcard } from './wildcard.ts'

export interface ToolCallInput {
  readonly toolName: string
  readonly input?: unknown
}

/** Parameters that have rules of their own kind. */
const PRIMARY = new Set([
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'skill',
  'subagent_type',
])
const READ_TOOLS = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead'])
const EDIT_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

const matchesName = (name: string, toolName: string): boolean => {
  if (name.includes('*')) return matchWildcard(name, toolName)
  if (name === toolName) return true
  // `mcp__server` covers the tools of that server, by its whole name.
  return /^mcp__[^_]+(?:_[^_]+)*$/.test(name) && toolName.startsWith(`${name}__`)
}

/** A rule without a specifier covers the call whatever its input. */
export const coversWholeTool = (parsed: ParsedRule, call: ToolCallInput): boolean =>
  parsed.spec === undefined &&
  (matchesName(parsed.tool, call.toolName) ||
    (parsed.tool === 'Read' && READ_TOOLS.has(call.toolName)) ||
    (parsed.tool === 'Edit' && EDIT_TOOLS.has(call.toolName)))

/** `Tool(parameter:value)`, for rules that restrict. */
export const matchesParameter = (parsed: ParsedRule, call: ToolCallInput): boolean => {
  if (parsed.spec === undefined || !matchesName(parsed.tool, call.toolName)) return false
  const colon = parsed.spec.indexOf(':')
  const name = parsed.spec.slice(0, colon)
  if (colon < 1 || PRIMARY.has(name) || typeof call.input !== 'object' || call.input === null) return false
  if (!Object.hasOwn(call.input, name)) return false
  const value: unknown = Reflect.get(call.input, name)
  if (!['string', 'number', 'boolean'].includes(typeof value)) return false
  return matchWildcard(parsed.spec.slice(colon + 1), String(value))
}

/** `Skill(name)` is exact, `Skill(name *)` and `Skill(prefix:*)` take more; `Agent(name)` is exact. */
export const matchesNamed = (spec: string, name: string, args: string): boolean => {
  const prefix = /^(.*?)(?: \*|:\*)$/.exec(spec)?.[1]
  if (prefix === undefined) return spec === name && args.trim() === ''
  return name === prefix || (spec.endsWith(':*') && name.startsWith(`${prefix}:`))
}
