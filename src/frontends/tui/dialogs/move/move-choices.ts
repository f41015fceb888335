import type { MoveReport, MoveScope } from '../../../../protocol/session/session-tree.ts'
import type { Words } from '../../text/words.ts'
import { numbered } from '../../widgets/numbered.ts'
import type { Option } from '../../widgets/widget-props.ts'

export type MoveChoice =
  | { readonly kind: 'move'; readonly what: MoveScope; readonly force?: boolean }
  /** Sums up what came before the message, or from it on. */
  | { readonly kind: 'sum_up'; readonly side: 'before' | 'after' }

/**
 * What can be done with a message. `report` is the dry run of taking everything along: when only its files cannot be
 * had, the conversation still can.
 */
export const moveChoices = (
  report: MoveReport,
  { to, words }: { readonly to: 'before' | 'end'; readonly words: Words['panels']['move'] },
): readonly Option<MoveChoice>[] => {
  const { files } = report
  const canCode = files?.canRewind === true && (files.files.length > 0 || files.kept.length > 0)
  const conflicts = files?.canRewind === true && files.kept.some(({ byOthers }) => byOthers)
  const hasFiles = canCode && files.files.length > 0
  const stuck = !report.canMove && files === undefined
  const choices: Omit<Option<MoveChoice>, 'hotkey'>[] = [
    ...(hasFiles ? [choice({ kind: 'move', what: 'both' }, words.both[to])] : []),
    choice({ kind: 'move', what: 'conversation' }, words.conversation[to], stuck),
    ...(hasFiles ? [choice({ kind: 'move', what: 'code' }, words.code[to])] : []),
    ...(conflicts ? [choice({ kind: 'move', what: 'both', force: true }, words.force)] : []),
    ...(to === 'before'
      ? [
          choice({ kind: 'sum_up', side: 'after' }, words.sumUpAfter),
          choice({ kind: 'sum_up', side: 'before' }, words.sumUpBefore),
        ]
      : []),
  ]
  return numbered(choices)
}

const choice = (value: MoveChoice, label: string, disabled = false): Omit<Option<MoveChoice>, 'hotkey'> => ({
  value,
  label,
  ...(disabled ? { disabled } : {}),
})
