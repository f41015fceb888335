import { type Flag, toKebab } from '../args/flag.ts'
import { FLAGS } from '../args/flags.ts'
import { commandHelp, flagHelp, type HelpLanguage } from '../args/help.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { COMMAND_WORDS } from './command-words.ts'
import { valuesOf } from './flag-values.ts'

/** For `~/.config/fish/completions/capstan.fish`, or for `capstan completion fish | source`. */
export const renderFish = (language: HelpLanguage): string =>
  [
    '# Completions of capstan for fish.',
    'complete -c capstan -e',
    ...SUBCOMMANDS.map(
      command =>
        `complete -c capstan -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(commandHelp(command, language))}`,
    ),
    ...Object.entries(COMMAND_WORDS).map(
      ([name, words]) =>
        `complete -c capstan -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${quoted(words.join(' '))}`,
    ),
    ...FLAGS.map(
      flag =>
        `complete -c capstan${flag.short === undefined ? '' : ` -s ${flag.short}`} -l ${toKebab(flag.key)}${spellValue(flag)} -d ${quoted(flagHelp(flag, language))}`,
    ),
    '',
  ].join('\n')

const spellValue = (flag: Flag): string => {
  const values = valuesOf(flag)
  switch (values.kind) {
    case 'nothing':
      return ''
    case 'none':
      return ' -x'
    case 'words':
      return ` -x -a ${quoted(values.words.join(' '))}`
    case 'sessions':
      return " -f -a '(capstan completion sessions 2>/dev/null)'"
    case 'directories':
      return " -x -a '(__fish_complete_directories)'"
    case 'files':
      return ' -r -F'
  }
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`
