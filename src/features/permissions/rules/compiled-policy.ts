import type { Behavior, Policy } from '../../../protocol/permission.ts'
import { isPathRuleName, RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { suspendedIn } from '../modes.ts'
import { compilePathRule, filterPaths, type PathFilter, type PathRule } from './match-path.ts'
import { type CommandRules, compileCommandRules } from './match-shell.ts'
import { type ParsedRule, parseRules, type RuleSet } from './rules.ts'

type PathRules = Readonly<Record<Behavior, readonly PathRule[]>>

/** A policy with its rules taken apart, once for all calls of a turn. */
export interface CompiledPolicy {
  readonly policy: Policy
  readonly rules: RuleSet
  /** Allow rules that do not count in this mode. */
  readonly suspended: readonly ParsedRule[]
  readonly commands: Readonly<Record<Behavior, CommandRules>>
  readonly read: PathRules
  readonly edit: PathRules
  /** What restricts a path that is read or written: what may not be read may not be written either. */
  readonly restricting: Readonly<Record<'read' | 'write', Readonly<Record<'deny' | 'ask', PathFilter>>>>
  readonly granting: Readonly<Record<'read' | 'write', PathFilter>>
  /** Whether any rule restricts commands, paths that are read, or paths that are changed. */
  readonly restricts: { readonly commands: boolean; readonly reading: boolean; readonly editing: boolean }
}

const namesPaths = (rule: ParsedRule): boolean => isPathRuleName(rule.tool) && rule.spec !== undefined

export const compilePolicy = (policy: Policy): CompiledPolicy => {
  const parsed = parseRules(policy.rules)
  const suspends = suspendedIn(policy)
  const rules = { ...parsed, allow: parsed.allow.filter(rule => !suspends(rule)) }
  const suspended = parsed.allow.filter(suspends)
  const compile = (tool: string, behavior: Behavior): readonly PathRule[] =>
    rules[behavior].filter(rule => rule.tool === tool).map(rule => compilePathRule(rule, policy))
  const both = (tool: string): PathRules => ({
    allow: compile(tool, 'allow'),
    ask: compile(tool, 'ask'),
    deny: compile(tool, 'deny'),
  })
  const commands = {
    allow: compileCommandRules(rules.allow),
    ask: compileCommandRules(rules.ask),
    deny: compileCommandRules(rules.deny),
  }
  const read = both(RULE_NAMES.read)
  const edit = both(RULE_NAMES.write)
  const restricting = {
    read: { deny: filterPaths(read.deny, policy), ask: filterPaths(read.ask, policy) },
    write: {
      deny: filterPaths([...edit.deny, ...read.deny], policy),
      ask: filterPaths(edit.ask, policy),
    },
  }
  const granting = { read: filterPaths(read.allow, policy), write: filterPaths(edit.allow, policy) }
  const restricts = {
    commands: commands.deny.rules.length + commands.ask.rules.length > 0,
    reading: [...read.deny, ...read.ask].some(namesPaths),
    editing: [...edit.deny, ...edit.ask].some(namesPaths),
  }
  return { policy, rules, suspended, commands, read, edit, restricting, granting, restricts }
}
