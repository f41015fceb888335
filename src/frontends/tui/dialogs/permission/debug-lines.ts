import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { revealBlanks } from '../../../../lib/reveal-blanks.ts'
import type { PermissionMode, PermissionRequest } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Words } from '../../text/words.ts'
import type { Theme } from '../../theme/theme.ts'
import { safeLine } from '../../transcript/safe-text.ts'

/** What was decided with, for whoever looks into their rules: names and values as the rules know them. */
export const debugLines = (
  { toolName, toolUseId, agent, decision, input }: PermissionRequest,
  look: {
    readonly theme: Theme
    readonly words: Words
    readonly width: number
    readonly mode: PermissionMode
  },
): readonly Line[] => {
  const { theme, words, width, mode } = look
  const { debug, blanks } = words.dialogs
  const { because, undecided = [], hardened = [], leads = [], offer } = decision
  const { rule } = because
  const rows: readonly (readonly [string, string])[] = [
    [debug.call, [toolName, toolUseId, ...(agent ? [agent.id] : [])].join(' · ')],
    [debug.mode, mode],
    [debug.decision, `${decision.verdict} · ${because.type}${decision.readOnly ? ' · readOnly' : ''}`],
    [debug.rule, rule ? JSON.stringify(rule) : ''],
    [debug.path, decision.blockedPath ?? ''],
    [debug.undecided, undecided.join(' · ')],
    [debug.hardened, hardened.length === 0 ? '' : JSON.stringify(hardened)],
    [debug.leads, leads.join(' · ')],
    [debug.offers, offer.length === 0 ? '' : JSON.stringify(offer)],
    [debug.input, JSON.stringify(input) ?? ''],
  ]
  return rows.flatMap(([name, value]) =>
    value === ''
      ? []
      : wrapAnsi(`${theme.paint('dim', name)} ${safeLine(revealBlanks(value, blanks))}`, width),
  )
}
