import { flagName } from '../args/flag.ts'
import { FLAG_GROUPS } from '../args/flags.ts'
import { spellFlag } from '../args/help.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { COMMAND_WORDS } from './command-words.ts'

/** `capstan.1`, for `man`. */
export const renderManPage = (version: string): string =>
  [
    `.TH CAPSTAN 1 "" "Capstan ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    'capstan \\- an agentic coding assistant for the terminal',
    '.SH SYNOPSIS',
    '.B capstan',
    '[flags] [prompt]',
    '.br',
    '.B capstan \\-p',
    '[flags] prompt',
    '.br',
    '.B capstan',
    'command [arguments]',
    '.SH DESCRIPTION',
    'Without a command, Capstan starts an interactive session in the current directory.',
    'With \\fB\\-p\\fR it prints the answer to one prompt and exits; piped input is added to the prompt.',
    '.SH COMMANDS',
    ...SUBCOMMANDS.flatMap(({ name, help }) =>
      entry(`\\fB${escaped(name)}\\fR`, `${sentence(help)}${wordsOf(name, help)}`),
    ),
    '.SH OPTIONS',
    ...Object.entries(FLAG_GROUPS).flatMap(([group, flags]) => [
      `.SS ${escaped(group)}`,
      ...flags.flatMap(flag => entry(bold(spellFlag(flag).trim(), flagName(flag)), sentence(flag.help))),
    ]),
    '.SH EXIT STATUS',
    ...[
      ['0', 'Done.'],
      ['1', 'It failed.'],
      ['2', 'The command line is not valid.'],
      ['129, 130, 141, 143', 'Hung up, interrupted, nobody reads the output, terminated.'],
    ].flatMap(([code = '', text = '']) => entry(code, text)),
    '.SH FILES',
    ...entry(
      '~/.capstan',
      'Settings, sessions and extensions; \\fBCAPSTAN_CONFIG_DIR\\fR names another place.',
      {
        raw: true,
      },
    ),
    ...entry(escaped('.capstan/settings.json'), 'Settings of a project.'),
    '.SH SEE ALSO',
    'The help of each command: \\fBcapstan\\fR command \\fB\\-\\-help\\fR.',
    '',
  ].join('\n')

const sentence = (text: string): string => (/[.…]$/.test(text) ? text : `${text}.`)

const wordsOf = (name: string, help: string): string => {
  const words = Object.hasOwn(COMMAND_WORDS, name)
    ? COMMAND_WORDS[name as keyof typeof COMMAND_WORDS]
    : undefined
  return words === undefined || words.every(word => help.includes(word))
    ? ''
    : ` Commands: ${words.join(', ')}.`
}

const entry = (left: string, text: string, { raw = false } = {}): readonly string[] => [
  '.TP',
  left,
  raw ? text : escaped(text),
]

const bold = (spelled: string, name: string): string => {
  const at = spelled.indexOf(name) + name.length
  return `\\fB${escaped(spelled.slice(0, at))}\\fR${escaped(spelled.slice(at))}`
}

/** A dash is a dash, a backslash is one, and no line begins with a request by accident. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/, '\\&')
