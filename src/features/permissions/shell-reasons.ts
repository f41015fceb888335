import type { Opaque } from '../../lib/shell/command.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { allowListText } from '../../protocol/messages/permissions/allow-list.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { shellText } from '../../protocol/messages/permissions/shell.ts'
import { brief } from './finding.ts'
import type { Part } from './shell/reading.ts'

const OPAQUE = {
  function: 'function',
  coprocess: 'coprocess',
  arithmetic: 'arithmetic',
  'loop variable': 'loop_variable',
  expansion: 'expansion',
  subscript: 'subscript',
  'descriptor variable': 'descriptor_variable',
  'hidden character': 'hidden_character',
} as const satisfies Record<Opaque['why'], string>

/** What of a line cannot be told before it runs. */
export const whyOpaque = ({ text, why }: Opaque): LocalizedText =>
  shellText('opaque', { text: brief(text), why: shellText(OPAQUE[why]) })

/** A reason with the command of the line that it is about. */
export const ofCommand = ({ command }: Pick<Part, 'command'>, why: LocalizedText): LocalizedText =>
  shellText('of_command', { command: brief(command.text), why })

export const plannedWrite = (command: string, file: string | undefined): LocalizedText =>
  file === undefined
    ? permissionText('plan_mode_write', { command })
    : permissionText('plan_mode_write_into_plan', { command, file })

export const notListed = (
  { command }: Pick<Part, 'command'>,
  why: LocalizedText | undefined,
): LocalizedText => allowListText('not_listed_because', { command: brief(command.text), why: why ?? '' })
