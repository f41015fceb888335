import { readFileSync } from 'node:fs'
import { commandsIn } from '../../../support/permission-place.ts'
import { simpleCommand } from './commands.ts'
import type { Dice } from './dice.ts'
import { flow } from './flows.ts'
import { data, path } from './words.ts'

const OPERATORS = ['; ', ' && ', ' || ', ' | ', '\n', ' & ', ' |& ', ';', '|', '&&', ' ; \n']

const list = (dice: Dice): string => {
  let text = simpleCommand(dice)
  const more = dice.percent(55) ? 0 : 1 + dice.below(2)
  for (let at = 0; at < more; at += 1) text += dice.pick(OPERATORS) + simpleCommand(dice)
  return text
}

const hereDocument = (dice: Dice): string => {
  const [open, close] = dice.pick([
    ['<<E', 'E'],
    ["<<'E'", 'E'],
    ['<<-E', '\tE'],
    ['<<"E F"', 'E F'],
    ['<<\\E', 'E'],
  ] as const)
  const body = dice.pick([
    'hello',
    '$(touch made)',
    '`touch made`',
    '$HOME',
    '${x:=1}',
    '$(cat a.txt)',
    'a\\\nb',
    '$x',
    '',
  ])
  return `${simpleCommand(dice)} ${open}\n${body}\n${close}${dice.percent(30) ? `\n${simpleCommand(dice)}` : ''}`
}

const COMPOUNDS: readonly ((dice: Dice, one: () => string) => string)[] = [
  (_, one) => `if ${one()}; then ${one()}; fi`,
  (_, one) => `if ${one()}; then ${one()}; else ${one()}; fi`,
  (_, one) => `if ! ${one()}\nthen ${one()}\nfi`,
  (dice, one) => `for f in ${path(dice)} ${path(dice)}; do ${one()}; done`,
  (dice, one) =>
    `for f in ${path(dice)}; do ${dice.pick(['wc -l', 'cat', 'echo', 'head -1', 'ls'])} "$f"; ${one()}; done`,
  (_, one) => `while ${one()}; do ${one()}; break; done`,
  (_, one) => `until ${one()}; do ${one()}; break; done`,
  (dice, one) => `case ${data(dice)} in a*) ${one()};; *) ${one()};; esac`,
  (dice, one) => `case ${data(dice)} in (x|y) ${one()};& z) ${one()};;& *) ${one()};; esac`,
  (_, one) => `{ ${one()}; ${one()}; }`,
  (_, one) => `{ ${one()}; } 2>/dev/null`,
  (_, one) => `(${one()})`,
  (_, one) => `( ${one()} && ${one()} ) | ${one()}`,
  (_, one) => `f() { ${one()}; }; f`,
  (_, one) => `function ls { ${one()}; }; ls`,
  (_, one) => `coproc ${one()}`,
  (dice, one) => `select f in ${path(dice)}; do ${one()}; break; done`,
  (dice, one) => `(( ${dice.pick(['1', 'x=1', 'a[$(touch made)]', '1 > 0'])} )) && ${one()}`,
  (_, one) => `for ((i=0; i<2; i++)); do ${one()}; done`,
  (dice, one) =>
    `[[ ${data(dice)} ${dice.pick(['==', '=~', '-nt', '-eq', '<'])} ${data(dice)} ]] && ${one()}`,
  (_, one) => `! ${one()}`,
  (_, one) => `time ${one()}`,
  (_, one) => `echo "$(${one()})"`,
  (_, one) => `echo \`${one().replace(/[`\\]/g, '\\$&')}\``,
  (_, one) => `cat <(${one()})`,
  (_, one) => `diff <(${one()}) <(${one()})`,
  (dice, one) => `x=${data(dice)}; ${one()} "$x"`,
  (dice, one) => `x=${data(dice)}\n${one()} $x`,
  (_, one) => `x=$(${one()}); echo "$x"`,
  (dice, one) => `a=(${data(dice)}); ${one()} "\${a[@]}"`,
  (dice, one) =>
    `cd ${dice.pick(['src', 'docs', '.', 'srclink', 'odd'])} && ${one()} && cd ${dice.pick(['..', '-', '../..', 'src'])} && ${one()}`,
  (dice, one) =>
    `${dice.pick(['', `${one()}; `])}cd ${dice.pick(['src', 'docs', 'gone', 'srclink', 'a.txt', 'odd'])}; ${one()}; cd ${dice.pick(['..', '-', '../..', 'src', '../docs'])}; ${one()}`,
  (dice, one) =>
    `${one()} && cd ${dice.pick(['src', 'docs'])}; ${one()} ../${dice.pick(['a.txt', '../x', '*'])}`,
  (_, one) => `x=$(${one()})`,
  (_, one) => `x="$(${one()})"; ${one()}`,
  (dice, one) => `pushd ${dice.pick(['src', '.'])} && ${one()}; popd`,
  (dice, one) => `(cd ${dice.pick(['src', '../outside', '..', 'out'])} && ${one()})`,
  (dice, one) => `find . -name '${dice.pick(['*.ts', '*', '*.txt', '-o', '.env'])}' | xargs ${one()}`,
  (_, one) => `${one()} # ${one()}`,
  (_, one) => `${one()} \\\n${one()}`,
  (_, one) => `${one()} | while read -r l; do ${one()}; done`,
  (_, one) => `${one()} & wait`,
  (_, one) => `[ "$(${one()})" = x ] || ${one()}`,
  (_, one) => `if [[ -f a.txt ]]; then ${one()}; elif ${one()}; then :; fi`,
  (dice, one) => `${one()} | head -${1 + dice.below(5)}`,
  (dice, one) =>
    `${one()} | ${dice.pick(['sort', 'wc -l', 'grep -n a', 'tail -2', 'cat -n', 'uniq -c', 'cut -c1-9', 'tee made', 'sh'])}`,
]

const PIECES = [
  ...[
    ' ',
    ';',
    '&',
    '&&',
    '||',
    '|',
    '\n',
    '"',
    "'",
    '$(',
    ')',
    '`',
    '(',
    '{ ',
    ' }',
    '${',
    '}',
    '$x',
    '<',
    '>',
    '>>',
    '<<E\n',
  ],
  ...[
    '\nE\n',
    '2>&1',
    '#',
    '\\',
    'if ',
    '; then ',
    '; fi',
    'for i in ',
    '; do ',
    '; done',
    ';;',
    'case x in ',
    ' esac',
    '[[ ',
  ],
  ...[
    ' ]]',
    '((',
    '))',
    '*',
    '=',
    '!',
    '$',
    '[',
    ']',
    '~',
    '{a,b}',
    '<(',
    '>(',
    '&>',
    '<>',
    '|&',
    '$((',
    '$[',
    'function f ',
  ],
  ...[
    'f()',
    'coproc ',
    'time ',
    '=~',
    "$'",
    '$"',
    '\\\n',
    '@(',
    '<<<',
    ' -o made ',
    ' made ',
    ' > made',
    ' --output=made ',
    '-',
  ],
  ...[
    ' .env ',
    ' ../outside/secret.txt ',
    '$(touch made)',
    '{',
    ',',
    '..',
    '\t',
    'x=1 ',
    ' -exec ',
    ' touch made',
    '\r',
    '\u00a0',
  ],
]

/** A line with a few places damaged: nearer to the edge of the language than noise is. */
const damaged = (dice: Dice, line: string): string => {
  let text = line
  for (const put of dice.some(() => dice.pick(PIECES), [1, 2])) {
    const at = dice.below(text.length + 1)
    text = text.slice(0, at) + put + text.slice(at + dice.below(3))
  }
  return text
}

/** What is near to a line that passed is the likeliest to pass for the wrong reason. */
const descendant = (dice: Dice, allowed: readonly string[]): string =>
  dice.weighted<string>([
    [4, () => damaged(dice, dice.pick(allowed))],
    [2, () => dice.pick(allowed) + dice.pick(OPERATORS) + dice.pick(allowed)],
    [2, () => dice.pick(COMPOUNDS)(dice, () => dice.pick(allowed))],
    [1, () => spliced(dice, dice.pick(allowed), dice.pick(allowed))],
  ])

const spliced = (dice: Dice, one: string, other: string): string =>
  one.slice(0, dice.below(one.length + 1)) + other.slice(dice.below(other.length + 1))

const CORPORA = [
  'plain-looks',
  'not-read-only',
  'not-read-only-programs',
  'more-than-a-look',
  'read-only',
].map(name => new URL(`../../../../src/features/permissions/shell/${name}.test.ts`, import.meta.url))

/** The commands that stand in the tables of the shell tests, taken from their text. */
export const readCorpus = (): readonly string[] => {
  const found = CORPORA.flatMap(file => {
    const text = readFileSync(file, 'utf8')
    const tables = [...text.matchAll(/= `([^`]*)`/g)].flatMap(([, table]) => commandsIn(table ?? ''))
    const rows = [...text.matchAll(/^ +'((?:[^'\\]|\\.)*)',$/gm)].map(([, row]) =>
      (row ?? '').replaceAll('\\n', '\n').replace(/\\(.)/g, '$1'),
    )
    return [...tables, ...rows]
  })
  return [...new Set(found)].filter(line => !/\b(?:npm|pip3?|sleep|lsof)\b/.test(line))
}

/** One line of shell, drawn at random; mostly well formed, and often harmless. `allowed` holds earlier ones that were. */
export const randomLine = (dice: Dice, corpus: readonly string[], allowed: readonly string[]): string => {
  if (allowed.length > 0 && dice.percent(18)) return descendant(dice, allowed)
  const one = (): string => simpleCommand(dice)
  const line = dice.weighted<string>([
    [52, () => list(dice)],
    [20, () => dice.pick(COMPOUNDS)(dice, one)],
    [2, () => hereDocument(dice)],
    [14, () => flow(dice)],
    [2, () => dice.pick(COMPOUNDS)(dice, () => dice.pick(COMPOUNDS)(dice, one))],
    [12, () => dice.pick(corpus)],
    [12, () => dice.pick(corpus) + dice.pick(OPERATORS) + one()],
  ])
  return dice.percent(14) ? damaged(dice, line) : line
}
