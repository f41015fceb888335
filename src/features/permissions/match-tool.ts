import type { Access } from '../../protocol/access.ts'
import {
  grantsServerTool,
  readServerToolName,
  restrictsServerTool,
  type ServerToolName,
} from '../../protocol/extensions/server-tool-name.ts'
import type { ParsedRule } from './rules.ts'
import { matchWildcard } from './wildcard.ts'

export interface ToolCallInput {
  readonly toolName: string
  readonly input?: unknown
  readonly accesses?: readonly Access[]
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
const SHELL_TOOLS = new Set(['Bash', 'Monitor'])
const EDIT_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

const matchesName = ({ tool: name, rule }: ParsedRule, call: ToolCallInput): boolean => {
  const { toolName } = call
  if (rule.behavior === 'allow')
    return toolName.startsWith('mcp__')
      ? grantsServerTool(name, serverToolOf(call) ?? { server: '', tool: '' })
      : name === toolName
  if (name === toolName || (name.includes('*') && matchWildcard(name, toolName))) return true
  const tool = serverToolOf(call)
  return tool !== undefined && restrictsServerTool(name, tool)
}

/** The tool of a server that is called, by value; where only its name is known, as that reads. */
const serverToolOf = ({ toolName, accesses = [] }: ToolCallInput): ServerToolName | undefined =>
  accesses.find(access => access.kind === 'mcp') ?? readServerToolName(toolName)

/** A rule without a specifier covers the call whatever its input. */
export const coversWholeTool = (parsed: ParsedRule, call: ToolCallInput): boolean =>
  parsed.spec === undefined &&
  (matchesName(parsed, call) ||
    (parsed.tool === 'Read' && READ_TOOLS.has(call.toolName)) ||
    (parsed.tool === 'Edit' && EDIT_TOOLS.has(call.toolName)) ||
    (parsed.tool === 'Bash' && coversCommand(parsed, call)))

/** A command is decided by the rules for Bash, whichever tool runs it; a yes to commands is none to what else a call does. */
const coversCommand = ({ rule }: ParsedRule, { toolName, accesses = [] }: ToolCallInput): boolean => {
  if (!SHELL_TOOLS.has(toolName)) return false
  const isCommand = (access: Access): boolean => access.kind === 'shell'
  return rule.behavior === 'allow'
    ? accesses.length > 0 && accesses.every(isCommand)
    : accesses.some(isCommand)
}

/** `Tool(parameter:value)`, for rules that restrict. */
export const matchesParameter = (parsed: ParsedRule, call: ToolCallInput): boolean => {
  if (parsed.spec === undefined || !matchesName(parsed, call)) return false
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
