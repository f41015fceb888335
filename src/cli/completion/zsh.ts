import { type Flag, flagName } from '../args/flag.ts'
import { FLAGS } from '../args/flags.ts'
import { commandHelp, flagHelp, type HelpLanguage } from '../args/help.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { COMMAND_WORDS } from './command-words.ts'
import { isOptional, valuesOf } from './flag-values.ts'

/** For a file named `_capstan` in a directory of `fpath`, or for `source <(capstan completion zsh)`. */
export const renderZsh = (language: HelpLanguage): string => `#compdef capstan
# Completions of capstan for zsh.
_capstan_sessions() {
  local -a found
  local id title
  while IFS=$'\\t' read -r id title; do found+=("$id:\${title//:/\\\\:}"); done < <(capstan completion sessions 2>/dev/null)
  _describe session found
}
_capstan() {
  local curcontext=$curcontext state line
  _arguments -C -s \\
${FLAGS.map(flag => `    ${specOf(flag, language)} \\`).join('\n')}
    '1:command or prompt:->first' \\
    '*::argument:->rest'
  case $state in
    first)
      local -a commands=(
${SUBCOMMANDS.map(command => `        ${quoted(`${command.name}:${commandHelp(command, language).replaceAll(':', '\\:')}`)}`).join('\n')}
      )
      _describe command commands ;;
    rest)
      case $words[1] in
${Object.entries(COMMAND_WORDS)
  .map(([name, list]) => `        ${name}) ((CURRENT == 2)) && compadd -- ${list.join(' ')} || _files ;;`)
  .join('\n')}
        *) _files ;;
      esac ;;
  esac
}
if [[ $funcstack[1] == _capstan ]]; then _capstan "$@"
else compdef _capstan capstan
fi
`

const specOf = (flag: Flag, language: HelpLanguage): string => {
  const value = spellValue(flag)
  const help = flagHelp(flag, language).replace(/[[\]\\:]/g, '\\$&')
  const many = flag.kind === 'list' ? '*' : ''
  const long = `${flagName(flag)}${value === '' || isOptional(flag) ? '' : '='}`
  if (flag.short === undefined || many !== '') return quoted(`${many}${long}[${help}]${value}`)
  const both = `(-${flag.short} ${flagName(flag)})`
  return `${quoted(both)}{-${flag.short}${value === '' || isOptional(flag) ? '' : '+'},${long}}${quoted(`[${help}]${value}`)}`
}

const spellValue = (flag: Flag): string => {
  const values = valuesOf(flag)
  const colon = isOptional(flag) ? '::' : ':'
  switch (values.kind) {
    case 'nothing':
      return ''
    case 'none':
      return `${colon}value: `
    case 'words':
      return `${colon}value:(${values.words.map(word => word.replaceAll(':', '\\:')).join(' ')})`
    case 'sessions':
      return `${colon}session:_capstan_sessions`
    case 'directories':
      return `${colon}directory:_files -/`
    case 'files':
      return `${colon}file:_files`
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
