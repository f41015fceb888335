import type { Access } from '../../protocol/access.ts'
import type { Decision, PermissionUpdate, Policy } from '../../protocol/permission.ts'

/** A call that nobody could be asked about. */
export interface UnaskedCall {
  readonly accesses: readonly Access[]
  readonly decision: Pick<Decision, 'offer'>
  readonly policy: Pick<Policy, 'mode' | 'rules'>
}

const MAX_NAMED = 6

/** What the model may do instead, and what whoever starts the next run could say. Pure. */
export const allowedWays = ({ accesses, decision, policy }: UnaskedCall): string => {
  const shell = accesses.find(access => access.kind === 'shell')
  const writes = accesses.some(access => access.kind === 'write')
  const rules = namedRules(policy, shell ? 'Bash' : writes ? 'Edit' : undefined, shell?.command)
  const free = shell ? ['commands that only look', ...rules] : rules
  const allowed = free.length === 0 ? '' : ` Without asking you may use: ${free.join(', ')}.`
  const wanted = decision.offer.flatMap(flagsFor)
  const next = wanted.length === 0 ? '' : ` (a run started with ${wanted.join(' ')} would allow it)`
  return `This run has nobody to ask and is in mode ${policy.mode}.${allowed} If one of the allowed ways does the job, use it; otherwise leave this out and say so in your answer${next}.`
}

/** Rules that allow something of the kind; those for the same program first, and alone when there are any. */
const namedRules = (
  { rules }: Pick<Policy, 'rules'>,
  tool: 'Bash' | 'Edit' | undefined,
  command = '',
): readonly string[] => {
  const allowing = rules.filter(rule => rule.behavior === 'allow').map(rule => rule.text)
  const alike = tool === undefined ? allowing : allowing.filter(text => text.startsWith(`${tool}(`))
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
