import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { sourceName } from '../../../protocol/messages/permissions/permissions.ts'
import { behaviorName, ruleText } from '../../../protocol/messages/permissions/rules.ts'
import type { Policy } from '../../../protocol/permission.ts'
import { parseRules } from './rules.ts'

/** Rules that were ignored, in words; to be said once at the start. Apart from what judges: every start with a rule reads it. */
export const ruleWarnings = (policy: Pick<Policy, 'rules'>): readonly LocalizedText[] =>
  parseRules(policy.rules).ignored.map(({ rule, problem }) =>
    ruleText('ignored', {
      behavior: behaviorName(rule.behavior),
      rule: rule.text,
      source: sourceName(rule.source),
      why: problem,
    }),
  )
