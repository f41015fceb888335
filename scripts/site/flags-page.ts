import { type Flag, flagName } from '../../src/cli/args/flag.ts'
import { FLAG_GROUPS } from '../../src/cli/args/flags.ts'
import { SUBCOMMANDS } from '../../src/cli/args/subcommands.ts'

/** The reference of the command line as Markdown, from the rows that the program reads it by. */
export const flagsPage = (): string =>
  [
    '# Command line',
    '',
    '`capstan [flags] [prompt]` starts an interactive session, `capstan -p [flags] <prompt>` prints the answer and exits, `capstan <command>` does one of the things below. Separate values with a space or `=`. Flags marked with … can be repeated and take several values; put the prompt before them, or after `--`.',
    '',
    '## Commands',
    '',
    '| command | what it does |',
    '|---|---|',
    ...SUBCOMMANDS.map(({ name, help }) => `| \`capstan ${name}\` | ${cell(help)} |`),
    ...Object.entries(FLAG_GROUPS).flatMap(([group, flags]) => [
      '',
      `## ${group}`,
      '',
      '| flag | what it does |',
      '|---|---|',
      ...flags.map(
        flag => `| ${spelled(flag)} | ${cell(flag.help)}${flag.printOnly ? ' (with `-p`)' : ''} |`,
      ),
    ]),
    '',
    '## Exit codes',
    '',
    '| code | meaning |',
    '|---|---|',
    '| 0 | done |',
    '| 1 | failed |',
    '| 2 | invalid command line |',
    '| 130 | interrupted |',
    '| 143 | terminated |',
    '',
  ].join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

const spelled = (flag: Flag): string => {
  const names = [...(flag.short === undefined ? [] : [`-${flag.short}`]), flagName(flag)]
  const value = shownValue(flag)
  const [last = '', ...others] = names.toReversed()
  const whole = flag.kind === 'attached' ? `${last}${value}` : `${last} ${value}`.trim()
  return [...others, whole].map(name => `\`${name.replaceAll('|', '\\|')}\``).join(', ')
}

const shownValue = (flag: Flag): string => {
  if (flag.kind === 'help' || flag.kind === 'version' || flag.kind === 'switch') return ''
  return flag.value ?? (flag.kind === 'choice' ? `<${flag.choices.join('|')}>` : '')
}
