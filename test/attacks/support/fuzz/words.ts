import type { Dice } from './dice.ts'
import { DIRECTORIES, FILES, OUTSIDE_PATHS, PLANTED, SENSITIVE } from './fuzz-place.ts'

const escaped = (text: string): string => text.replace(/[^\w./:@%+,=-]/g, one => `\\${one}`)
const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const double = (text: string): string => `"${text.replace(/["$`\\]/g, one => `\\${one}`)}"`
const ansi = (text: string): string =>
  `$'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
const hex = (text: string): string =>
  `$'${[...Buffer.from(text)].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
const octal = (text: string): string =>
  `$'${[...Buffer.from(text)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`

/** A word that bash reads as exactly this text, in one of the many ways to write it. */
export const quoted = (dice: Dice, text: string): string => {
  if (text === '') return dice.pick(["''", '""', "$''"])
  const isPlain = /^[\w./:@%+,=-]+$/.test(text)
  const at = dice.below(text.length + 1)
  return dice.weighted<string>([
    [isPlain ? 120 : 0, () => text],
    [10, () => single(text)],
    [10, () => double(text)],
    [text.includes('\n') ? 0 : 4, () => escaped(text)],
    [2, () => ansi(text)],
    [1, () => hex(text)],
    [1, () => octal(text)],
    [1, () => `$${double(text)}`],
    [2, () => single(text.slice(0, at)) + double(text.slice(at))],
    [isPlain ? 2 : 0, () => `${text.slice(0, at)}\\\n${text.slice(at)}`],
    [isPlain ? 2 : 0, () => `${text.slice(0, at)}''${text.slice(at)}`],
    [isPlain ? 1 : 0, () => `${text.slice(0, at)}\\${text.slice(at)}`],
  ])
}

const GLOBS = [
  ...[
    '*',
    '*.txt',
    '*.md',
    'src/*.ts',
    '?.txt',
    '[a-c].txt',
    's*/*',
    '*/',
    './*',
    '-*',
    '*o*',
    '**',
    'src/**',
  ],
  ...[
    '.*',
    '.e*',
    '.en?',
    'odd/*',
    '[!a]*',
    '*.json',
    'link*',
    '../*',
    '~/*',
    '*$(x)',
    '@(a|b).txt',
    '?(a)*',
  ],
]
const BRACES = [
  ...['{a,b}.txt', 'src/{app,index}.ts', '{README,notes}.md', '{1..3}', '{a..c}.txt', '{-o,x}', '{,.}env'],
  ...[
    '{a.txt,../outside/secret.txt}',
    '.{env,gitignore}',
    '{--output=made,a.txt}',
    'a{,.txt}',
    '{a,{b,c}}.txt',
  ],
]
const EXPANSIONS = [
  ...[
    '$HOME',
    '"$PWD"',
    '$x',
    '${x:-a.txt}',
    '${x:=made}',
    '${!x}',
    '$((1+1))',
    '$((x=3))',
    '$(ls)',
    '`pwd`',
  ],
  ...[
    '"$(cat a.txt)"',
    '$(touch made)',
    '`touch made`',
    '<(cat a.txt)',
    '>(cat)',
    '>(tee made)',
    '${x@P}',
    '$@',
  ],
  ...[
    '${#x}',
    '${x%.txt}',
    '${x/a/b}',
    '${a[0]}',
    '${a[$(touch made)]}',
    '$?',
    '$#',
    '"$@"',
    '$*',
    '$-',
    '$0',
  ],
  ...[
    '${PWD}',
    '${HOME:-$(touch made)}',
    '"${USER}"',
    '$[1+1]',
    '${x^^}',
    '${x:0:$(touch made)}',
    '~',
    '~root',
  ],
  ...[
    '$LANG',
    '${TERM}',
    '$SHELL',
    '"$(pwd)"',
    '$(git rev-parse HEAD)',
    '$(cat a.txt | head -1)',
    '~+',
    '~-',
  ],
]
const TEXTS = [
  ...[
    'hello',
    'a b',
    '',
    '-n',
    '-e',
    '%s\\n',
    '1',
    '42',
    '.',
    '..',
    'x=y',
    '#',
    '!',
    '*',
    'touch made',
    ';',
    '&&',
  ],
  ...[
    '$(touch made)',
    '`touch made`',
    '\\n',
    '\\c',
    '-',
    '--',
    "it's",
    '"',
    '\\',
    'é',
    'a\tb',
    '%n',
    '%(%s)T',
    '{}',
  ],
]
const CONTROLS = [
  '\u0007',
  '\u001b[2J',
  '\r',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\u000b',
  '\u000c',
  '\ufeff',
]

/** A path as it may stand in a command. */
export const path = (dice: Dice): string =>
  dice.weighted<string>([
    [70, () => quoted(dice, dice.pick(FILES))],
    [14, () => quoted(dice, dice.pick(DIRECTORIES))],
    [4, () => quoted(dice, `./${dice.pick(FILES)}`)],
    [3, () => quoted(dice, dice.pick(PLANTED))],
    [1, () => quoted(dice, dice.pick(SENSITIVE))],
    [1, () => quoted(dice, dice.pick(OUTSIDE_PATHS))],
    [4, () => dice.pick(GLOBS)],
    [2, () => dice.pick(BRACES)],
    [1, () => dice.pick(EXPANSIONS)],
  ])

/** Text that a command only prints or compares. */
export const data = (dice: Dice): string =>
  dice.weighted<string>([
    [60, () => quoted(dice, dice.pick(TEXTS))],
    [10, () => dice.pick(GLOBS)],
    [10, () => dice.pick(EXPANSIONS)],
    [4, () => dice.pick(BRACES)],
    [1, () => dice.pick(CONTROLS)],
    [10, () => path(dice)],
  ])

const VALUES = [
  ...[
    '1',
    '2',
    '3',
    '10',
    '0',
    'x',
    ',',
    ':',
    '%s',
    '%h',
    'never',
    'auto',
    'always',
    'iso',
    'json',
    'name',
    'size',
  ],
  ...[
    '*.ts',
    'a',
    'all',
    '1,2',
    '1-3',
    'HEAD',
    'src',
    'f',
    'd',
    'C',
    'utf-8',
    'N',
    '+1',
    '1k',
    'local',
    'short',
  ],
]
const HOSTILE_VALUES = [
  ...[
    '-o',
    '--output=made',
    '--output',
    '-exec',
    '--exec',
    '-',
    '--',
    '',
    'made',
    '@opts',
    '/etc/hostname',
    '.env',
  ],
  ...[
    '../outside/secret.txt',
    'a.txt',
    '$(touch made)',
    '|touch made',
    '!touch made',
    '-delete',
    '--help',
    '-f',
  ],
]

/** What an option may be given. */
export const value = (dice: Dice): string =>
  dice.percent(88) ? dice.pick(VALUES) : dice.percent(50) ? dice.pick(HOSTILE_VALUES) : dice.pick(FILES)
