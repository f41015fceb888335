import { unwrap } from '../../../lib/shell/unwrap.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import { PROGRAM_FAMILIES } from '../shell/family-programs.ts'
import type { Part } from '../shell/reading.ts'

/** Why a command that only looks may run, with the options that were found on the list of its program. */
export const describeLook = (part: Part): LocalizedText => {
  const { command, via } = unwrap(part.command)
  const [first, ...rest] = command.words.map(word => word.text)
  if (first === undefined) return explainText('starts_nothing')
  const program = first.slice(first.lastIndexOf('/') + 1)
  const hasSubcommands = program === 'git' || Object.hasOwn(PROGRAM_FAMILIES, program)
  const subcommand = hasSubcommands ? rest.find(word => !word.startsWith('-')) : undefined
  const end = rest.indexOf('--')
  const options = (end < 0 ? rest : rest.slice(0, end)).filter(word => /^-./.test(word))
  const name = subcommand === undefined ? program : `${program} ${subcommand}`
  const known = explainText('known_read_only', { program: name })
  const told =
    options.length === 0
      ? known
      : explainText('known_with_options', { known, options: [...new Set(options)].join(' ') })
  return via.length > 0 ? explainText('through', { wrappers: via.join(', '), known: told }) : told
}
