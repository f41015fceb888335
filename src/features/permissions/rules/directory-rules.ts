import type { Policy } from '../../../protocol/permission.ts'
import { CHANGE_DIRECTORY } from '../../../protocol/tools/rule-names.ts'
import { compilePathRule } from './match-path.ts'
import { parseRules } from './rules.ts'

/** A rule that restricts moving the session to a directory, by any of its names. */
export interface DirectoryRule {
  readonly behavior: 'deny' | 'ask'
  readonly text: string
}

/** The strictest `Cd` rule for a directory. What covers all that is in it covers the directory itself. */
export const findDirectoryRule = (names: readonly string[], policy: Policy): DirectoryRule | undefined => {
  const rules = parseRules(policy.rules)
  for (const behavior of ['deny', 'ask'] as const)
    for (const parsed of rules[behavior]) {
      if (parsed.tool !== CHANGE_DIRECTORY) continue
      const rule = compilePathRule(parsed, policy)
      if (names.some(name => rule.matches(name) || rule.matches(`${name}/${SOMETHING}`)))
        return { behavior, text: parsed.rule.text }
    }
  return undefined
}

/** No pattern names it. */
const SOMETHING = '\u{10fffe}'
