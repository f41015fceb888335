import { type Flag, flagName } from './flag.ts'
import { FLAG_GROUPS } from './flags.ts'
import { SUBCOMMANDS } from './subcommands.ts'

const INDENT = 2
const COLUMN = 40

/** The text of `--help`, made from the tables of flags and commands. */
export const renderHelp = (): string =>
  [
    'Usage: capstan [flags] [prompt]        start an interactive session',
    '       capstan -p [flags] <prompt>     print the answer and exit; piped input is added to the prompt',
    '       capstan <command> [arguments]',
    '',
    'Commands:',
    ...SUBCOMMANDS.map(command => renderRow(command.name, command.help)),
    ...Object.entries(FLAG_GROUPS).flatMap(([group, flags]) => [
      '',
      `${group}:`,
      ...flags.map(flag => renderRow(spellFlag(flag), flag.help)),
    ]),
    '',
    'Separate values with a space or "=". Flags marked with … can be repeated and take several',
    'values; put the prompt before them, or after "--".',
    'A prompt can be a slash command, such as /context, /cost or /compact; -p "/help all" lists them.',
    'Exit codes: 0 done, 1 failed, 2 invalid command line, 129 hung up, 130 interrupted,',
    '141 nobody reads the output, 143 terminated.',
    '',
  ].join('\n')

/** With its letter and its value. */
export const spellFlag = (flag: Flag): string => {
  const name = `${flag.short ? `-${flag.short}, ` : '    '}${flagName(flag)}`
  switch (flag.kind) {
    case 'help':
    case 'version':
    case 'switch':
      return name
    case 'choice':
      return `${name} ${flag.value ?? `<${flag.choices.join('|')}>`}`
    case 'attached':
      return `${name}${flag.value}`
    case 'text':
    case 'number':
    case 'list':
    case 'items':
    case 'optional':
      return `${name} ${flag.value}`
  }
}

const renderRow = (left: string, help: string): string => {
  const start = ' '.repeat(INDENT) + left
  return start.length < COLUMN ? start.padEnd(COLUMN) + help : `${start}\n${' '.repeat(COLUMN)}${help}`
}
