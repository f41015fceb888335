import type { Dice } from './dice.ts'

const HARMLESS = [
  'a.txt',
  'b.txt',
  'src',
  '.',
  'docs/*',
  '*.txt',
  '{a,b}.txt',
  'src/app.ts',
  '"dir with space"',
  '1',
]
const HARMFUL = [
  ...[
    '.env',
    '../outside/secret.txt',
    '-n',
    '-o',
    '-*',
    '*',
    "'*'",
    '..',
    'out',
    '~',
    'odd/*',
    '"a b.txt"',
    '$y',
    '"$x"',
  ],
  ...[
    '$(pwd)',
    '.*',
    '{a,../outside/secret}.txt',
    '/etc/hostname',
    '"--output=made"',
    'touch',
    "'a.txt .env'",
    '${x}env',
    '',
  ],
]
const VIEWERS = [
  'cat',
  'ls',
  'head -1',
  'wc -l',
  'grep -n a',
  'echo',
  'stat',
  'sort',
  'file',
  'git log --oneline --',
  'cat --',
]
const USES = [
  '"$x"',
  '$x',
  '${x}',
  '"${x}"',
  '"$x"/app.ts',
  '"./$x"',
  '"$y"',
  '$x $y',
  '"$x" "$y"',
  '${x}nv',
  '"${x:-a.txt}"',
]
const RELATIVE = [
  'a.txt',
  '../a.txt',
  'app.ts',
  '../.env',
  'secret.txt',
  'outside/secret.txt',
  '../outside/secret.txt',
  '*',
  '../*',
]
const PLACES = [
  'src',
  'docs',
  '.',
  '..',
  'odd',
  'srclink',
  'out',
  'up',
  'src/..',
  '-',
  '',
  '../project',
  '"$x"',
  './src',
  'dir\\ with\\ space',
]
const BETWEEN = ['; ', ' && ', '\n', ' || ', ' | ', ' & ']
const WALKERS = [
  ...[
    "find . -name '*.txt'",
    'find src -type f',
    'find . -print0',
    'rg -l alpha',
    'git ls-files',
    'ls',
    'fdfind ts',
    'echo a.txt',
  ],
  ...[
    'git ls-files -z',
    'find . -maxdepth 1',
    'ls odd',
    'cat list',
    'rg -l0 alpha',
    'find . -name .env',
    "printf '%s\\n' .env",
  ],
]
const XARGS = [
  'xargs',
  'xargs -0',
  'xargs -n1',
  'xargs -I{}',
  'xargs -r',
  'xargs -d "\\n"',
  'xargs -0 -n 1',
  'xargs -P2',
  'xargs --',
]

const given = (dice: Dice): string => (dice.percent(75) ? dice.pick(HARMLESS) : dice.pick(HARMFUL))
const name = (dice: Dice): string => (dice.percent(75) ? 'x' : 'y')

const step = (dice: Dice, depth: number): string => {
  const inner = (): string => step(dice, depth + 1)
  const nested = depth > 1 ? 0 : 1
  return dice.weighted<string>([
    [10, () => `${name(dice)}=${given(dice)}`],
    [1, () => `${name(dice)}=${given(dice)} ${dice.pick(VIEWERS)} ${dice.pick(USES)}`],
    [1, () => `${dice.pick(['export ', 'declare ', 'readonly ', 'local '])}${name(dice)}=${given(dice)}`],
    [1, () => `${name(dice)}+=${given(dice)}`],
    [14, () => `${dice.pick(VIEWERS)} ${dice.pick(USES)}`],
    [4, () => `cd ${dice.pick(PLACES)}`],
    [4, () => `${dice.pick(VIEWERS)} ${dice.pick(RELATIVE)}`],
    [
      3,
      () =>
        `${dice.pick(WALKERS)} | ${dice.pick(XARGS)} ${dice.pick(VIEWERS)}${dice.percent(20) ? ' {}' : ''}`,
    ],
    [4 * nested, () => `for ${name(dice)} in ${given(dice)} ${given(dice)}; do ${inner()}; done`],
    [2 * nested, () => `if ${inner()}; then ${inner()}; fi`],
    [2 * nested, () => `(${inner()}; ${inner()})`],
    [2 * nested, () => `{ ${inner()}; ${inner()}; }`],
    [1 * nested, () => `case ${dice.pick(USES)} in a*) ${inner()};; *) ${inner()};; esac`],
    [1 * nested, () => `echo "$(${inner()}; ${inner()})"`],
  ])
}

/** Steps that set a variable or a directory, and steps that depend on what it is by then. */
export const flow = (dice: Dice): string => {
  let text = step(dice, 0)
  const more = 1 + dice.below(3)
  for (let at = 0; at < more; at += 1)
    text += (dice.percent(70) ? dice.pick(['; ', ' && ', '\n']) : dice.pick(BETWEEN)) + step(dice, 0)
  return text
}
