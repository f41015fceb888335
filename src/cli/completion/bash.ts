import { flagName } from '../args/flag.ts'
import { FLAGS } from '../args/flags.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { COMMAND_WORDS } from './command-words.ts'
import { valuesOf } from './flag-values.ts'

/** For `eval "$(capstan completion bash)"` (bash 3.2 sources no pipe); works without the bash-completion package. */
export const renderBash = (): string => `# Completions of capstan for bash.
_capstan() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  # Bash takes "--flag=value" for three words.
  if [[ $current == = ]]; then current=
  elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  case $before in
${FLAGS.flatMap(flag => {
  const line = valueLine(valuesOf(flag))
  const names = flag.short === undefined ? flagName(flag) : `-${flag.short} | ${flagName(flag)}`
  return line === undefined ? [] : [`    ${names})\n      ${line}\n      return ;;`]
}).join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W '${FLAGS.map(flagName).join(' ')}' -- "$current"))
    return
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${SUBCOMMANDS.map(({ name }) => name).join(' ')}' -- "$current"))
    return
  fi
  if ((COMP_CWORD == 2)); then
    case \${COMP_WORDS[1]} in
${Object.entries(COMMAND_WORDS)
  .map(([name, words]) => `      ${name}) ${replyWith(words)}; return ;;`)
  .join('\n')}
    esac
  fi
  ${FILES}
}
complete -F _capstan capstan
`

const FILES = 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))'

const replyWith = (words: readonly string[]): string =>
  `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))`

const valueLine = (values: ReturnType<typeof valuesOf>): string | undefined => {
  switch (values.kind) {
    case 'nothing':
      return undefined
    case 'none':
      return ':'
    case 'words':
      return replyWith(values.words)
    case 'sessions':
      return `COMPREPLY=($(compgen -W "$(capstan completion sessions 2>/dev/null | cut -f1)" -- "$current"))`
    case 'directories':
      return 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current"))'
    case 'files':
      return FILES
  }
}
