import { escapeLine } from '../../../lib/escape-text.ts'
import type { Command } from '../../../protocol/command.ts'
import { ruleCheckAnswer } from '../../../protocol/messages/commands/rule-checks.ts'
import { checkEnd } from '../../../protocol/messages/engine/rule-checks.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { RuleCount } from '../../../protocol/session/rule-check.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const rulesCommand: Command = {
  ...described('rules'),
  group: 'permissions',
  headless: true,
  beside: true,
  async run(_args, host) {
    const rules = await host.ruleChecks()
    if (rules.length === 0) return shown(ruleCheckAnswer('none'))
    return shownLines(rules.flatMap(linesOf))
  },
}

const MOST_BROKEN = 5
const SHOWN = 120

const linesOf = ({ rule, held, broken, denied }: RuleCount): readonly LocalizedText[] => {
  const { check, file, line, text } = rule
  const what =
    'command' in check
      ? ruleCheckAnswer('runs', { command: escapeLine(check.command, SHOWN) })
      : ruleCheckAnswer('forbids', { text: escapeLine(check.forbids, SHOWN) })
  const head = ruleCheckAnswer('rule', {
    rule: escapeLine(text, SHOWN),
    file: escapeLine(file, SHOWN),
    line,
    what,
  })
  return [
    head,
    ruleCheckAnswer('counts', { held, broken: broken.length }),
    ...broken.slice(-MOST_BROKEN).map(({ at, paths, found, exitCode }) =>
      ruleCheckAnswer('broken', {
        at: at.slice(0, 19).replace('T', ' '),
        paths: escapeLine(paths.join(', '), SHOWN),
        found: exitCode === undefined ? escapeLine(found.split('\n', 1)[0] ?? '', SHOWN) : checkEnd(exitCode),
      }),
    ),
    ...(denied === undefined ? [] : [ruleCheckAnswer('denied', { why: escapeLine(denied, SHOWN) })]),
  ]
}
