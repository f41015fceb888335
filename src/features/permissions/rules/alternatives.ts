import type { Access } from '../../../protocol/access.ts'
import type { Decision, PermissionUpdate, Policy } from '../../../protocol/permission.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { MODES } from '../modes.ts'
import { parseRules } from './rules.ts'

/** A call that nobody could be asked about. */
export interface UnaskedCall {
  readonly accesses: readonly Access[]
  readonly decision: Pick<Decision, 'offer'>
  readonly policy: Pick<Policy, 'mode' | 'rules'>
}

const MAX_NAMED = 6

/** What the model may do instead, and what whoever starts the next run could say. Pure. */
export const alternativesFor = ({ accesses, decision, policy }: UnaskedCall): string => {
  const free = [...freeWays(accesses, policy), ...namedRules(policy, accesses)]
  const allowed = free.length === 0 ? '' : ` Without asking you may use: ${free.join(', ')}.`
  const wanted = decision.offer.flatMap(flagsFor)
  const next = wanted.length === 0 ? '' : ` (a run started with ${wanted.join(' ')} would allow it)`
  return `This run has nobody to ask and is in mode ${policy.mode}.${allowed} If one of the allowed ways does the job, use it; otherwise leave this out and say so in your answer${next}.`
}

/** What needs no rule. */
const freeWays = (accesses: readonly Access[], { mode }: Pick<Policy, 'mode'>): readonly string[] => {
  const kinds = new Set(accesses.map(access => access.kind))
  const { editInside, fileCommands } = MODES[mode]
  const writes = kinds.has('write') || kinds.has('shell')
  return [
    ...(kinds.has('shell') ? ['commands that only look'] : []),
    ...(kinds.has('read') || kinds.has('search') ? ['Read, Glob and Grep in the working directories'] : []),
    ...(writes && editInside === 'allow' ? ['Edit and Write in the working directories'] : []),
    ...(kinds.has('shell') && fileCommands ? ['mkdir, touch, rm, mv, cp and sed on plain files there'] : []),
  ]
}

/** Rules that allow something of the kind; those for the same program first, and alone when there are any. */
const namedRules = (
  { mode, rules }: Pick<Policy, 'mode' | 'rules'>,
  accesses: readonly Access[],
): readonly string[] => {
  // No rule lifts what asks about a message.
  const names = new Set<string>(
    accesses.flatMap(({ kind }) => (kind === 'message' ? [] : [RULE_NAMES[kind]])),
  )
  const isAlike = (text: string): boolean =>
    names.has(text.split('(')[0] ?? '') || (names.has(RULE_NAMES.mcp) && text.startsWith(RULE_NAMES.mcp))
  // What the mode suspends would be refused again.
  const counting = parseRules(rules).allow.filter(rule => !MODES[mode].suspends(rule))
  const alike = counting.map(({ rule }) => rule.text).filter(isAlike)
  const command = accesses.find(access => access.kind === 'shell')?.command ?? ''
  const words = new Set(command.split(/[\s;&|()]+/))
  const same = alike.filter(text => words.has(/^\w+\(([^\s:*)]+)/.exec(text)?.[1] ?? ''))
  return [...new Set(same.length > 0 ? same : alike)].slice(0, MAX_NAMED)
}

const flagsFor = (update: PermissionUpdate): readonly string[] => {
  if (update.type === 'setMode') return [`--permission-mode ${update.mode}`]
  if (update.type !== 'addRules') return []
  const rules = update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  )
  return [`--allowedTools ${JSON.stringify(rules.join(','))}`]
}
