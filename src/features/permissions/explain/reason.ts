import type { LocalizedText, Text, TextValue } from '../../../protocol/messages/localized-text.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import type { Decision } from '../../../protocol/permission.ts'
import { brief } from '../finding.ts'

/** The reason of a decision for a place where the command itself stands beside it: what repeats the command is left out. */
export const reasonBeside = (decision: Pick<Decision, 'because'>, command: string): LocalizedText =>
  besideCommand(decision.because.localized, command)

export const besideCommand = (reason: LocalizedText, command: string): LocalizedText => {
  const { id, values = {} } = reason
  const isOwn = values['command'] === brief(command)
  switch (id) {
    case 'allow_list.not_listed_because':
      return isOwn ? explainText('not_listed', { why: textOf(values['why']) }) : reason
    case 'permissions_shell.of_command':
      return isOwn ? asLocalized(values['why'], reason) : reason
    case 'permissions.plan_mode_write':
      return isOwn ? explainText('plan_mode_write') : reason
    case 'permissions.plan_mode_write_into_plan':
      return isOwn ? explainText('plan_mode_write_into_plan', { file: textOf(values['file']) }) : reason
    case 'permissions_shell.backquotes':
      return isOwn ? explainText('backquotes') : reason
    case 'permissions_shell.reshapes':
      return isOwn ? explainText('reshapes') : reason
    case 'permissions_shell.too_long':
      return explainText('too_long', { max: Number(values['max']) })
    case 'permissions_shell.too_many_paths':
      return explainText('too_many_paths')
    case 'permissions_shell.empty':
      return explainText('empty')
    case 'permissions.runs_in_sandbox':
      return explainText('runs_in_sandbox')
    case 'permissions.matches_rule':
      return ruleBeside(values, command)
    default:
      return withInner(reason, command)
  }
}

type Values = NonNullable<LocalizedText['values']>

/** The rule stands beside it, too: where it comes from is said there. */
const ruleBeside = (values: Values, command: string): LocalizedText => {
  const what = asLocalized(values['what'], undefined)
  const rule = { behavior: textOf(values['behavior']), rule: textOf(values['rule']) }
  const isCommand =
    what?.id === 'permissions.the_command' ||
    (what?.id === 'permissions.quoted' && what.values?.['command'] === brief(command))
  return isCommand
    ? explainText('matches_rule', rule)
    : explainText('it_matches_rule', { what: what ?? '', ...rule })
}

/** What a reason adds to another one stays. */
const withInner = (reason: LocalizedText, command: string): LocalizedText => {
  const { id, values = {} } = reason
  const inner = asLocalized(values['reason'], undefined)
  if (!inner) return reason
  const said = besideCommand(inner, command)
  if (id === 'permissions.never_asks')
    return permissionText('never_asks', { reason: said, mode: textOf(values['mode']) })
  if (id !== 'permissions.suspended_rule') return reason
  const [rule, source] = [textOf(values['rule']), textOf(values['source'])]
  return permissionText('suspended_rule', { reason: said, rule, source })
}

/** Why a command is not on the allow list, of a reason that says just that. */
export const whyNotListed = ({ id, values }: LocalizedText): Text | undefined =>
  id === 'permissions_explain.not_listed' ? textOf(values?.['why']) : undefined

const isLocalized = (value: TextValue | undefined): value is LocalizedText =>
  typeof value === 'object' && 'id' in value

const textOf = (value: TextValue | undefined): Text =>
  typeof value === 'string' || isLocalized(value) ? value : ''

const asLocalized = <Otherwise>(
  value: TextValue | undefined,
  otherwise: Otherwise,
): LocalizedText | Otherwise => (isLocalized(value) ? value : otherwise)
