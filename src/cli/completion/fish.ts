import { type Flag, toKebab } from '../args/flag.ts'
import { FLAGS } from '../args/flags.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { COMMAND_WORDS } from './command-words.ts'
import { valuesOf } from './flag-values.ts'

/** For `~/.config/fish/completions/capstan.fish`, or for `capstan completion fish | source`. */
export const renderFish = (): string =>
  [
    '# Completions of capstan for fish.',
    'complete -c capstan -e',
    ...SUBCOMMANDS.map(
      ({ name, help }) => `complete -c capstan -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`,
    ),
    ...Object.entries(COMMAND_WORDS).map(
      ([name, words]) =>
        `complete -c capstan -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${quoted(words.join(' '))}`,
    ),
    ...FLAGS.map(
      flag =>
        `complete -c capstan${flag.short === undefined ? '' : ` -s ${flag.short}`} -l ${toKebab(flag.key)}${spellValue(flag)} -d ${quoted(flag.help)}`,
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
