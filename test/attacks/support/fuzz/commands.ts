import { FILTERS } from '../../../../src/features/permissions/shell/filters.ts'
import type { FlagTable } from '../../../../src/features/permissions/shell/flags.ts'
import { GIT_PROGRAMS } from '../../../../src/features/permissions/shell/git-programs.ts'
import type { Program } from '../../../../src/features/permissions/shell/program.ts'
import { DATA_PROGRAMS, PROGRAMS } from '../../../../src/features/permissions/shell/programs.ts'
import { SYSTEM_FACTS } from '../../../../src/features/permissions/shell/system-facts.ts'
import { VERSION_QUERIES } from '../../../../src/features/permissions/shell/version-queries.ts'
import { VIEWERS } from '../../../../src/features/permissions/shell/viewers.ts'
import type { Dice } from './dice.ts'
import { data, path, quoted, value } from './words.ts'

const TABLE: Readonly<Record<string, Program>> = { ...PROGRAMS, ...VIEWERS, ...FILTERS, ...SYSTEM_FACTS }
const NAMES = Object.keys(TABLE)
const VERSIONS = Object.entries(VERSION_QUERIES)
/** Start too slowly to be started often; package managers are looked at on their own. */
const SLOW_VERSIONS = new Set(['npm', 'pip', 'pip3', 'java', 'javac', 'docker'])

/** Words that turn one program or another into something that writes or starts. */
const DANGEROUS = [
  ...[
    '-o',
    '--output=made',
    '--output',
    '-i',
    '-w',
    '-exec',
    '-delete',
    '--exec',
    '-x',
    '-X',
    '--pre=./ls',
    '-z',
    '-T',
  ],
  ...[
    '--in-place',
    '-ok',
    '-fprint',
    '-c',
    '-C',
    '--ext-diff',
    '--textconv',
    '--compress-program=./ls',
    '--files0-from=a.txt',
  ],
  ...[
    '--to-command=./ls',
    '-I',
    '--checkpoint=1',
    '--checkpoint-action=exec=./ls',
    '-f',
    '--help',
    '--version',
    '-O',
    '-R',
  ],
  ...[
    '--config=a.txt',
    '--hostname-bin=./ls',
    '-r',
    '-m',
    '-d',
    '--set=1',
    '-s',
    '--file=.env',
    '-E',
    '--debug',
    '-D',
    '-u',
  ],
]

const patterns = ['alpha', 'a', '.', '^b', 'x.*y', '[0-9]+', 'TODO', '', '-e', 'a|b', '\\w']
const SED = [
  's/a/b/',
  '1p',
  '/x/d',
  '$p',
  '1,2p',
  's/a/b/w made',
  'w made',
  '1e touch made',
  's/a/b/e',
  'r ../outside/secret.txt',
]
const AWK = [
  ...[
    '{print $1}',
    'NR==1',
    '{print ($1>2)}',
    '{print $1 > "made"}',
    'BEGIN{system("touch made")}',
    '{n+=$2} END {print n}',
  ],
  ...[
    '/a/',
    '{print | "cat"}',
    'BEGIN{while(("cat .env"|getline x)>0)print x}',
    '{getline x < ".env"; print x}',
    '{print length($0)}',
  ],
]
const JQ = [
  '.',
  '.a',
  '.a[0]',
  '.b.c',
  'keys',
  'env',
  '$ENV.X',
  '.environment',
  'input',
  '.a|length',
  '@sh',
  'include "x"; .',
]
const REVISIONS = [
  'HEAD',
  'main',
  'HEAD~1',
  'v1',
  'main..topic',
  'HEAD:a.txt',
  '@{0}',
  'HEAD^',
  ':0:b.txt',
  '--all',
  'stash@{0}',
]

/** Options in all the ways a program may be given them. */
const optionsOf = (dice: Dice, table: FlagTable): string[] => {
  const short = [...(table.short ?? '')]
  const taking = [...(table.shortValue ?? ''), ...(table.shortAttached ?? '')]
  const long = [...(table.long ?? []), ...(table.longOptional ?? [])]
  const longTaking = [...(table.longValue ?? []), ...(table.longOptional ?? [])]
  const has = (list: readonly string[], weight: number): number => (list.length > 0 ? weight : 0)
  return dice.weighted<string[]>([
    [has(short, 40), () => [`-${dice.some(() => dice.pick(short), [1, 3]).join('')}`]],
    [has(taking, 12), () => [`-${dice.pick(taking)}${value(dice)}`]],
    [has(taking, 10), () => [`-${dice.pick(taking)}`, value(dice)]],
    [short.length > 0 ? has(taking, 3) : 0, () => [`-${dice.pick(short)}${dice.pick(taking)}`, value(dice)]],
    [has(long, 25), () => [`--${dice.pick(long)}`]],
    [has(longTaking, 14), () => [`--${dice.pick(longTaking)}=${value(dice)}`]],
    [has(longTaking, 8), () => [`--${dice.pick(longTaking)}`, value(dice)]],
    [has(long, 3), () => [`--${dice.pick(long).slice(0, 1 + dice.below(6))}`]],
    [has(long, 1), () => [`--no-${dice.pick(long)}`]],
    [has(longTaking, 2), () => [`--${dice.pick(longTaking).slice(0, 1 + dice.below(6))}=${value(dice)}`]],
    [table.count ? 6 : 0, () => [`-${dice.below(30)}`]],
    [
      (table.longPair?.length ?? 0) > 0 ? 4 : 0,
      () => [`--${dice.pick(table.longPair ?? [''])}`, 'x', value(dice)],
    ],
    [3, () => [dice.pick(DANGEROUS), ...dice.some(() => value(dice), [0, 1])]],
    [1, () => ['--']],
  ])
}

const firstOf = (dice: Dice, name: string): string => {
  if (/awk$/.test(name)) return quoted(dice, dice.pick(AWK))
  if (name === 'sed') return quoted(dice, dice.pick(SED))
  if (name === 'jq') return quoted(dice, dice.pick(JQ))
  return quoted(dice, dice.pick(patterns))
}

const DATA_OF: Readonly<Record<string, readonly string[]>> = {
  sleep: ['0', '0.01', '0.01s', '0.02'],
  seq: ['1', '3', '5', '2', '-1'],
  expr: ['1', '+', '2', 'a', ':', 'length', '=', '\\*'],
  tr: ['a-z', 'A-Z', '[:space:]', 'x', '\\n'],
  date: ['+%s', '+%Y-%m-%d', '0101'],
  ps: ['aux', 'ax', '1', 'e'],
  tar: ['a.txt'],
}

const operandsOf = (dice: Dice, program: Program, name: string): string[] => {
  const paths = (least: number): string[] => dice.some(() => path(dice), [least, 2])
  switch (program.operands) {
    case 'paths':
      return paths(dice.percent(85) ? 1 : 0)
    case 'pattern':
      return [firstOf(dice, name), ...paths(dice.percent(85) ? 1 : 0)]
    case 'revisions':
    case 'pattern and revisions': {
      const revision = dice.some(() => quoted(dice, dice.pick(REVISIONS)), [0, 1])
      const first = program.operands === 'revisions' ? [] : [quoted(dice, dice.pick(patterns))]
      return dice.percent(30) ? [...first, ...revision, '--', ...paths(1)] : [...first, ...revision]
    }
    case 'data': {
      const known = DATA_OF[name]
      return known
        ? dice.some(() => quoted(dice, dice.pick(known)), [1, 2])
        : dice.some(() => data(dice), [0, 2])
    }
    case 'none':
      return dice.percent(5) ? [data(dice)] : []
  }
}

/** Options first, as most people write it; sometimes not. */
const arranged = (dice: Dice, options: readonly string[], operands: readonly string[]): string[] => {
  const written = options.map(one => quoted(dice, one))
  if (dice.percent(85)) return [...written, ...operands]
  if (dice.percent(60)) return [...operands, ...written]
  return [...operands, ...written, ...dice.some(() => path(dice), [0, 1])]
}

const useOf = (dice: Dice, name: string, program: Program): string[] => {
  const options = dice.some(() => optionsOf(dice, program.flags), [0, dice.percent(70) ? 1 : 3]).flat()
  const listing = name === 'tar' && dice.percent(90) ? ['-tf', 'archive.tar'] : name === 'unzip' ? ['-l'] : []
  return arranged(dice, [...listing, ...options], operandsOf(dice, program, name))
}

const FIND = [
  ...[
    '-name',
    '-iname',
    '-type',
    '-maxdepth',
    '-mtime',
    '-size',
    '-path',
    '-newer',
    '-empty',
    '-print',
    '-ls',
    '-prune',
  ],
  ...[
    '-not',
    '!',
    '-o',
    '-a',
    '-print0',
    '-perm',
    '-samefile',
    '-regex',
    '-user',
    '-depth',
    '-printf',
    '-true',
  ],
]
const FIND_DANGEROUS = [
  ...[
    '-exec',
    '-delete',
    '-fprint',
    '-ok',
    '-execdir',
    '-fls',
    '-files0-from',
    '-fprintf',
    '-okdir',
    '-fprint0',
    '-P',
    '-L',
    '-H',
  ],
]
const findWords = (dice: Dice): string[] => {
  const paths = dice.some(() => path(dice), [0, 2])
  const tests = dice.some(() => {
    const name = dice.percent(96) ? dice.pick(FIND) : dice.pick(FIND_DANGEROUS)
    return /^-(?:[inp]?(?:name|path|regex)|type|maxdepth|mtime|size|newer|perm|samefile|user|exec)/.test(name)
      ? [name, quoted(dice, value(dice))]
      : [name]
  }, [0, 3])
  return ['find', ...paths, ...tests.flat()]
}

const TESTS = ['-f', '-d', '-e', '-n', '-z', '-s', '-L', '-v', '-t', '-o', '-R']
const COMPARISONS = ['=', '!=', '-eq', '-lt', '-nt', '==', '=~', '<', '-ef', '-a']
const testWords = (dice: Dice): string[] => {
  const inner = dice.percent(50)
    ? [...(dice.percent(10) ? ['!'] : []), dice.pick(TESTS), path(dice)]
    : [data(dice), dice.pick(COMPARISONS), data(dice)]
  return dice.weighted<string[]>([
    [1, () => ['test', ...inner]],
    [1, () => ['[', ...inner, ']']],
    [1, () => ['[[', ...inner, ...(dice.percent(20) ? ['&&', '-f', path(dice)] : []), ']]']],
  ])
}

const FORMATS = ['%s\\n', '%d', '%s %s', '%b', '%q', 'x\\n', '%(%F)T', '%*d', '-v', '-vx', '%n', '\\x41']
const BUILTINS = [
  ...[
    'eval',
    'source',
    '.',
    'exec',
    'trap',
    'alias',
    'declare',
    'export',
    'local',
    'let',
    'read',
    'mapfile',
    'set',
    'shopt',
  ],
  ...[
    'unset',
    'hash',
    'enable',
    'bind',
    'complete',
    'ulimit',
    'umask',
    'wait',
    'kill',
    'jobs',
    'history',
    'fc',
    'type -a ls',
  ],
  ...[
    'getopts',
    'pushd',
    'popd',
    'dirs',
    'cd -',
    'cd',
    'cd ..',
    'exit 0',
    'return',
    'times',
    'compgen -c',
    'readonly x=1',
    'command',
  ],
]
const WRITERS = [
  'touch made',
  'rm a.txt',
  'cp a.txt made',
  'tee made',
  'mkdir made',
  'sh -c "touch made"',
  './ls',
  'ln -s a made',
]

const plainCommand = (dice: Dice): string[] =>
  dice.weighted<string[]>([
    [52, () => tableWords(dice)],
    [16, () => gitWords(dice)],
    [7, () => [dice.pick([...DATA_PROGRAMS, 'echo', 'echo']), ...dice.some(() => data(dice), [0, 3])]],
    [3, () => ['printf', quoted(dice, dice.pick(FORMATS)), ...dice.some(() => data(dice), [0, 2])]],
    [5, () => testWords(dice)],
    [4, () => findWords(dice)],
    [
      1,
      () => [
        'cd',
        quoted(dice, dice.pick(['src', 'docs', 'odd', '..', 'out', 'srclink', '.', '-', 'src/..'])),
      ],
    ],
    [0.6, () => versionWords(dice)],
    [1, () => [dice.pick(BUILTINS), ...dice.some(() => data(dice), [0, 2])]],
    [1, () => [dice.pick(WRITERS)]],
  ])

const tableWords = (dice: Dice): string[] => {
  const name = dice.pick(NAMES)
  return [name, ...useOf(dice, name, TABLE[name] as Program)]
}
const gitWords = (dice: Dice): string[] => {
  const [name, program] = dice.pick(Object.entries(GIT_PROGRAMS))
  const before = dice.percent(5)
    ? [dice.pick(['--no-pager', '-C src', '-c a.b=c', '-p', '--no-optional-locks'])]
    : []
  return ['git', ...before, name, ...useOf(dice, `git ${name}`, program)]
}
const versionWords = (dice: Dice): string[] => {
  const [name, words] = dice.pick(VERSIONS.filter(([program]) => !SLOW_VERSIONS.has(program)))
  return [name, dice.pick(words), ...(dice.percent(20) ? [data(dice)] : [])]
}
const WRAPPERS = [
  ...[
    // Longer than anything takes here: when the time is up it sends signals, which would be an alarm.
    'timeout 300',
    'nice',
    'nice -n 5',
    'time',
    'time -p',
    'command',
    'stdbuf -oL',
    'timeout -k 300 300',
    'command -p',
    'env',
  ],
  ...[
    'env A=1',
    'nohup',
    'builtin',
    'xargs',
    'xargs -n1',
    'xargs -I{}',
    'exec',
    'setsid',
    '!',
    'command --',
    'busybox',
    'sudo',
  ],
]
const VARIABLES = [
  ...[
    'LANG',
    'LC_ALL',
    'TZ',
    'LANGUAGE',
    'COLUMNS',
    'NO_COLOR',
    'TERM',
    'LS_COLORS',
    'GREP_COLORS',
    'PATH',
    'LD_PRELOAD',
  ],
  ...[
    'IFS',
    'BASH_ENV',
    'GIT_DIR',
    'GIT_PAGER',
    'PAGER',
    'TERMINFO',
    'x',
    'HOME',
    'PS4',
    'POSIXLY_CORRECT',
    'NODE_OPTIONS',
  ],
  ...[
    'GIT_EXTERNAL_DIFF',
    'LC_MESSAGES',
    'NLSPATH',
    'LOCPATH',
    'TIME_STYLE',
    'BLOCK_SIZE',
    'FORCE_COLOR',
    'CLICOLOR',
    'MAGIC',
  ],
]
const SETTINGS = [
  'C',
  'en_US.UTF-8',
  '1',
  'UTC',
  '/etc/hostname',
  '../outside/secret.txt',
  './x',
  ':a.txt',
  '$(touch made)',
  'src',
]

const REDIRECTS = [
  ...[
    '2>/dev/null',
    '>/dev/null',
    '2>&1',
    '</dev/null',
    '< a.txt',
    '&>/dev/null',
    '>&2',
    '2> /dev/null',
    '<<< hello',
  ],
  ...[
    '2>/dev/null',
    '2>&1',
    '< src/app.ts',
    '<&0',
    '0</dev/null',
    '<<<"$HOME"',
    '2>&-',
    '>| /dev/null',
    '>>/dev/null',
  ],
]
const WRITING_REDIRECTS = [
  ...[
    '> made',
    '>> made',
    '>| made',
    '&> made',
    '&>> made',
    '>& made',
    '<> made',
    '{fd}> made',
    '3> made',
    '> /dev/tcp/127.0.0.1/9',
  ],
  ...[
    '< .env',
    '< ../outside/secret.txt',
    '< link.txt',
    '>&$x',
    '> "$(echo made)"',
    '<<< $(touch made)',
    '< $x',
    '> *',
    '< ~/.netrc',
  ],
  ...[
    '< <(touch made)',
    '> >(cat > made)',
    '</dev/stdin',
    '> /dev/stdout',
    '2>&1>made',
    '>&-',
    '<&3-',
    '> ma\\\nde',
    '1<>made',
    '<*.txt',
  ],
]

/** One simple command, wrapped, with assignments and redirects now and then. */
export const simpleCommand = (dice: Dice): string => {
  const words = plainCommand(dice)
  if (dice.percent(7)) words.unshift(dice.pick(WRAPPERS))
  if (dice.percent(5))
    words.unshift(`${dice.pick(VARIABLES)}${dice.percent(5) ? '+' : ''}=${dice.pick(SETTINGS)}`)
  const text = words.join(dice.percent(3) ? '  ' : ' ')
  const redirect = dice.percent(12)
    ? dice.pick(REDIRECTS)
    : dice.percent(2)
      ? dice.pick(WRITING_REDIRECTS)
      : undefined
  if (redirect === undefined) return text
  return dice.percent(88) ? `${text} ${redirect}` : `${redirect} ${text}`
}
