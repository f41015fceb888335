import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { ruleText } from '../../../protocol/messages/permissions/rules.ts'
import type { Behavior, Rule } from '../../../protocol/permission.ts'
import {
  CHANGE_DIRECTORY,
  isAgentName,
  isPathRuleName,
  RULE_NAMES,
  WITHOUT_SPECIFIER,
} from '../../../protocol/tools/rule-names.ts'

/** A rule taken apart. No `spec`: the whole tool. */
export interface ParsedRule {
  readonly rule: Rule
  readonly tool: string
  readonly spec?: string
}

export type RuleSet = Readonly<Record<Behavior, readonly ParsedRule[]>> & {
  /** Rules that were ignored, in words for the person who wrote them. */
  readonly ignored: readonly IgnoredRule[]
}

/** A rule that does not count, and why. */
export interface IgnoredRule {
  readonly rule: Rule
  readonly problem: LocalizedText
}

const NAME = /^[A-Za-z_][\w.-]*$/
const GLOB_NAME = /^[\w.*-]+$/
/** Names of servers and their tools stand as they are: `plugin:name:server`, `@scope/server`. */
const SERVER_NAME = /^mcp__[^\s()*\p{C}]+$/u
const SERVER_GLOB = /^mcp__[^\s()*\p{C}]+?__[^\s()\p{C}]*$/u
/** No path is longer. */
const MAX_SPEC_CHARS = 4_096

/** The rule, or why it cannot be one. A rule that does not parse never becomes a wider one. */
export const parseRule = (rule: Rule): ParsedRule | Pick<IgnoredRule, 'problem'> => {
  const text = rule.text.trim()
  const open = text.indexOf('(')
  const tool = open < 0 ? text : text.slice(0, open)
  if (open >= 0 && !text.endsWith(')')) return { problem: ruleText('unclosed') }
  if (!NAME.test(tool) && !SERVER_NAME.test(tool)) {
    if (!GLOB_NAME.test(tool) && !SERVER_GLOB.test(tool)) return { problem: ruleText('tool_name') }
    if (rule.behavior === 'allow' && !SERVER_GLOB.test(tool)) return { problem: ruleText('wildcard') }
  }
  if (open < 0) return { rule, tool }
  const spec = text.slice(open + 1, -1).trim()
  if (spec === '') return { problem: ruleText('nothing_inside') }
  if (spec.includes('\0') || spec.includes('\n')) return { problem: ruleText('line_break') }
  const namesPath = isPathRuleName(tool) || tool === CHANGE_DIRECTORY
  if (namesPath && spec.length > MAX_SPEC_CHARS)
    return { problem: ruleText('too_long', { max: MAX_SPEC_CHARS }) }
  if (spec === '*') return { rule, tool }
  if (WITHOUT_SPECIFIER.has(tool)) return { problem: ruleText('path_tool', { tool }) }
  if (namesPath && spec.startsWith('!')) return { problem: ruleText('negated') }
  return { rule, tool, spec }
}

export const parseRules = (rules: readonly Rule[]): RuleSet => {
  const set = {
    allow: [] as ParsedRule[],
    ask: [] as ParsedRule[],
    deny: [] as ParsedRule[],
    ignored: [] as IgnoredRule[],
  }
  for (const rule of rules) {
    const parsed = parseRule(rule)
    if ('problem' in parsed) set.ignored.push({ rule, problem: parsed.problem })
    else set[rule.behavior].push(parsed)
  }
  return set
}

/** A whole-tool or wildcard rule for one of these would approve any program: suspended where a reviewer decides. */
const INTERPRETERS =
  /^(?:bash|sh|zsh|dash|ksh|fish|python[\d.]*|node|deno|bun|ruby|perl|php|lua|env|sudo|doas|xargs|eval|exec|ssh|npx|osascript|tclsh|awk)$/

export const isBlanket = (parsed: ParsedRule): boolean => {
  if (isAgentName(parsed.tool)) return parsed.spec === undefined
  if (parsed.tool !== RULE_NAMES.shell) return false
  if (parsed.spec === undefined) return true
  const first = /^[^\s:*]*/.exec(parsed.spec)?.[0] ?? ''
  return parsed.spec.includes('*') && (first === '' || INTERPRETERS.test(first))
}

/** It allows a program whatever it is told to do, as `Bash(npm:*)` does: while planning, only what looks may count on it. */
export const coversProgram = (parsed: ParsedRule): boolean =>
  isBlanket(parsed) || (parsed.tool === RULE_NAMES.shell && /^\S*?(?::|\s)?\*+$/.test(parsed.spec ?? ''))

export const isInterpreter = (program: string): boolean => INTERPRETERS.test(program)
