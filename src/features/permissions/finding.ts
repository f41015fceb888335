import type { DecisionReasonType } from '../../protocol/context.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { matchesRule, permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { ParsedRule } from './rules/rules.ts'

/** One reason, in words, for what a decision says. */
export interface Finding {
  readonly type: DecisionReasonType
  readonly why: LocalizedText
  readonly rule?: Rule
  readonly blockedPath?: string
}

export const byRule = (rule: ParsedRule, what: Text): Finding => ({
  type: 'rule',
  why: matchesRule(what, rule.rule),
  rule: rule.rule,
})
export const bySafety = (why: LocalizedText, blockedPath?: string): Finding => ({
  type: 'safetyCheck',
  why,
  ...(blockedPath === undefined ? {} : { blockedPath }),
})

/** A command as the beginning of a sentence about it. */
export const quoted = (command: string): LocalizedText =>
  permissionText('quoted', { command: brief(command) })

/** Long texts are cut in reasons; the prompt shows the whole. */
export const brief = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)
