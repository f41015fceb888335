import { matchWildcard } from '../../../lib/text/wildcard.ts'
import type { Access } from '../../../protocol/access.ts'
import {
  isSameExtension,
  looseExtensionName,
  readExtensionName,
  withoutMarketplace,
} from '../../../protocol/extensions/extension-name.ts'
import {
  grantsServerTool,
  readServerToolName,
  restrictsServerTool,
  type ServerToolName,
} from '../../../protocol/extensions/server-tool-name.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import type { ParsedRule } from './rules.ts'

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
/** Rules of these names decide about an effect, whichever tool has it. */
const GOVERNING: ReadonlySet<string> = new Set([RULE_NAMES.read, RULE_NAMES.write, RULE_NAMES.shell])

const matchesName = ({ tool: name, rule }: ParsedRule, call: ToolCallInput): boolean => {
  const { toolName } = call
  if (rule.behavior === 'allow')
    return toolName.startsWith('mcp__')
      ? serverToolsOf(call).every(tool => grantsServerTool(name, tool))
      : name === toolName
  if (name === toolName || (name.includes('*') && matchWildcard(name, toolName))) return true
  return serverToolsOf(call).some(tool => restrictsServerTool(name, tool))
}

const NO_TOOL: ServerToolName = { server: '', tool: '' }

/** The tools of servers that are called, by value; where only a name is known, as that reads. */
const serverToolsOf = ({ toolName, accesses = [] }: ToolCallInput): readonly ServerToolName[] => {
  const known = accesses.filter(access => access.kind === 'mcp')
  if (known.length > 0) return known
  return toolName.startsWith('mcp__') ? [readServerToolName(toolName) ?? NO_TOOL] : []
}

/** A rule without a specifier covers the call whatever its input. */
export const coversWholeTool = (parsed: ParsedRule, call: ToolCallInput): boolean =>
  parsed.spec === undefined &&
  (matchesName(parsed, call) || (GOVERNING.has(parsed.tool) && coversEffects(parsed, call)))

/** A yes to commands, or to reading or writing, is none to what else a call does. */
const coversEffects = ({ tool, rule }: ParsedRule, { accesses = [] }: ToolCallInput): boolean => {
  const isGoverned = ({ kind }: Access): boolean => RULE_NAMES[kind] === tool
  return rule.behavior === 'allow'
    ? accesses.length > 0 && accesses.every(isGoverned)
    : accesses.some(isGoverned)
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

/**
 * `Skill(name)` is exact, `Skill(name *)` takes arguments, `Skill(plugin:*)` and `Skill(folder/*)` all below it. What
 * grants names one pair of plugin and name; what restricts holds in every reading, with any arguments.
 */
export const matchesSkill = ({ spec = '', rule }: ParsedRule, { name, args }: SkillAccess): boolean => {
  const [, start = spec, end] = /^(.*?)( \*|:\*|\/\*)$/s.exec(spec) ?? []
  if (rule.behavior !== 'allow') {
    const restricted = looseExtensionName(start)
    const isFolder = end !== undefined && end !== ' *'
    return [name, withoutMarketplace(name)]
      .map(looseExtensionName)
      .some(called => called === restricted || (isFolder && called.startsWith(`${restricted}:`)))
  }
  const skill = readExtensionName(name)
  if (end === undefined || end === ' *')
    return isSameExtension(readExtensionName(start), skill) && (end === ' *' || args.trim() === '')
  if (end === '/*') {
    const { plugin, name: folder } = readExtensionName(start)
    return plugin === undefined && skill.plugin === undefined && skill.name.startsWith(`${folder}:`)
  }
  const { plugin, name: folder } = readExtensionName(`${start}:`)
  return plugin !== undefined && skill.plugin === plugin && skill.name.startsWith(folder)
}

type SkillAccess = Extract<Access, { readonly kind: 'skill' }>

/** `Agent(name)`; what restricts an agent of a plugin holds for every plugin of that name. */
export const matchesAgent = ({ spec, rule }: ParsedRule, name: string): boolean =>
  spec === name || (rule.behavior !== 'allow' && spec === withoutMarketplace(name))

/** `SendMessage(to:name)` means the session, however a call spells its name. */
export const matchesRecipient = ({ spec = '' }: ParsedRule, session: string): boolean =>
  spec.startsWith('to:') && matchWildcard(fold(spec.slice('to:'.length)), fold(session))

const fold = (name: string): string => name.normalize('NFKC').toLowerCase()
