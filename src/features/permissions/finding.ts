import type { DecisionReasonType } from '../../protocol/context.ts'
import type { Policy, Rule } from '../../protocol/permission.ts'
import type { ParsedRule } from './rules.ts'

/** One reason, in words, for what a decision says. */
export interface Finding {
  readonly type: DecisionReasonType
  readonly text: string
  readonly rule?: Rule
  readonly blockedPath?: string
}

export const byRule = (rule: ParsedRule, what: string): Finding => ({
  type: 'rule',
  text: `${what} matches the ${rule.rule.behavior} rule ${rule.rule.text} (${rule.rule.source})`,
  rule: rule.rule,
})
export const bySafety = (text: string, blockedPath?: string): Finding => ({
  type: 'safetyCheck',
  text,
  ...(blockedPath === undefined ? {} : { blockedPath }),
})

/** What to do instead of changing something in plan mode; begins where a sentence ends. */
export const planInstead = ({ planFile }: Policy): string =>
  planFile === undefined
    ? ''
    : `. Put what you would do into the plan file ${planFile} with Write or Edit, and call ExitPlanMode when the plan is ready`

/** Long texts are cut in reasons; the prompt shows the whole. */
export const brief = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
