import { type ListedOption, type ListedProgram, optionsOf } from './listed-options.ts'
import { quoted } from './run-lines.ts'

/** Words with which each program looks at something of the place; a file by default. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['grep', 'egrep', 'fgrep', 'rg'].map(name => [name, ['a', 'a.txt']])),
  ...Object.fromEntries(['awk', 'gawk', 'mawk'].map(name => [name, ['{print}', 'a.txt']])),
  sed: ['p', 'a.txt'],
  jq: ['.', 't.json'],
  fd: ['a'],
  fdfind: ['a'],
  tree: ['src'],
  sleep: ['0'],
  tr: ['a', 'b'],
  seq: ['2'],
  numfmt: ['1'],
  expr: ['1'],
  tar: ['-tf', 't.tar'],
  zcat: ['b.txt.gz'],
  gzip: ['-l', 'b.txt.gz'],
  join: ['a.txt', 'b.txt'],
  comm: ['a.txt', 'b.txt'],
  diff: ['a.txt', 'b.txt'],
  cmp: ['a.txt', 'b.txt'],
  'git grep': ['a'],
  'git cat-file': ['HEAD'],
  'git blame': ['a.txt'],
  'git rev-list': ['HEAD'],
  'git describe': ['--always'],
  'git config': ['user.name'],
  'git log': ['HEAD'],
  'git show': ['HEAD'],
}
const FRESH = 'fresh.txt'
/** Words that would write, start or reach something, for some program or other. */
const DANGERS: readonly (readonly string[])[] = [
  ['-o', FRESH],
  [`-o${FRESH}`],
  ['--output', FRESH],
  [`--output=${FRESH}`],
  ['-O', FRESH],
  ['-i'],
  ['-w', FRESH],
  ['-x', 'touch', FRESH],
  ['--exec', 'touch', FRESH],
  [`--exec=touch ${FRESH}`],
  ['-f', '../outside.txt'],
  ['--file=../outside.txt'],
  ['-C', FRESH],
  ['-r', FRESH],
]
const NAMES = ['.env', '../outside.txt', '@opts', '@../outside.txt', FRESH, 'a.txt']
const LETTERS = ['o', 'O', 'i', 'f', 'w', 'x', 'r', 'C']

export const operandsOf = ({ words, program }: ListedProgram): readonly string[] => {
  const name = words.join(' ')
  const known = Object.hasOwn(OPERANDS, name) ? OPERANDS[name] : undefined
  return known ?? (program.operands === 'paths' ? ['a.txt'] : [])
}

const attachedTo = (option: string, value: string): string =>
  option.startsWith('--') ? `${option}=${value}` : `${option}${value}`

/** The words behind the program's name in which one option is tried. */
const formsOf = ({ spelled }: ListedOption, usual: readonly string[]): readonly (readonly string[])[] => {
  const alone = [[spelled], [spelled, ...usual], [...usual, spelled], [spelled, '--', ...usual]]
  const dangers = DANGERS.flatMap(danger => [
    [spelled, ...danger],
    [spelled, ...danger, ...usual],
    [...usual, spelled, ...danger],
    [spelled, '1', ...danger, ...usual],
    [spelled, '--', ...danger],
  ])
  const names = NAMES.flatMap(name => [
    [spelled, name],
    [spelled, name, ...usual],
    [...usual, spelled, name],
    [spelled, '1', ...usual, name],
    [attachedTo(spelled, name), ...usual],
    [...usual, attachedTo(spelled, name)],
  ])
  const clusters = spelled.startsWith('--')
    ? []
    : LETTERS.flatMap(letter => [
        [`${spelled}${letter}`, 'a.txt', FRESH],
        [`${spelled}${letter}`, FRESH, ...usual],
        [`-${letter}${spelled.slice(1)}`, FRESH, ...usual],
        [...usual, `${spelled}${letter}`, FRESH],
      ])
  const values = ['1', 'a', 'always'].flatMap(value => [
    [spelled, value, ...usual],
    [attachedTo(spelled, value), ...usual],
    [...usual, spelled, value],
    [...usual, attachedTo(spelled, value)],
  ])
  return [...alone, ...dangers, ...names, ...clusters, ...values]
}

/** Every line in which the options of a program are tried, each once. */
export const linesOf = (listed: ListedProgram): readonly string[] => {
  const usual = operandsOf(listed)
  const lines = optionsOf(listed.program.flags).flatMap(option => formsOf(option, usual))
  const bare = formsOf({ spelled: '--', takes: 'nothing' }, usual)
  return [...new Set([...lines, ...bare].map(words => [...listed.words, ...words].map(quoted).join(' ')))]
}
