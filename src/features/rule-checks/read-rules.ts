import type { RuleCheck } from '../../protocol/session/rule-check.ts'

/** `  check: npm run lint`, `  forbid(src/**): console.log(`: set in under the rule it belongs to. */
const MARK = /^[ \t]{2,}(?:[-*] )?`?(check|forbid)(?:\(([^)\n]{1,300})\))?: +(\S.*?)`?\s*$/
const FENCE = /^\s*(?:```|~~~)/
const MAX_RULES = 50
const MAX_CHARS = 500

/** The lines of an instruction file that are marked as checks, with the rules above them. */
export const readRules = (file: string, text: string): readonly RuleCheck[] => {
  const rules: RuleCheck[] = []
  let above = ''
  let isCode = false
  for (const [at, line] of text.split('\n').entries()) {
    if (FENCE.test(line)) isCode = !isCode
    if (isCode || line.trim() === '' || line.length > MAX_CHARS) continue
    const [, kind, globs, what = ''] = MARK.exec(line) ?? []
    if (kind === undefined) {
      above = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim()
      continue
    }
    if (above === '' || rules.length >= MAX_RULES) continue
    rules.push({
      text: above,
      file,
      line: at + 1,
      check: kind === 'check' ? { command: what } : { forbids: what },
      ...(globs === undefined ? {} : { globs: globs.split(',').map(each => each.trim()) }),
    })
  }
  return rules
}
