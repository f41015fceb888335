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
/** The file that would be written. */
export const FRESH = 'fresh.txt'
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

const operandsOf = ({ words, program }: ListedProgram): readonly string[] => {
  const name = words.join(' ')
  const known = Object.hasOwn(OPERANDS, name) ? OPERANDS[name] : undefined
  return known ?? (program.operands === 'paths' ? ['a.txt'] : [])
}

const attachedTo = (option: string, value: string): string =>
  option.startsWith('--') ? `${option}=${value}` : `${option}${value}`

/** The words behind the program's name in which one option is tried. */
const formsOf = (
  { spelled, takes }: ListedOption,
  usual: readonly string[],
): readonly (readonly string[])[] => {
  const alone = [[spelled], [spelled, ...usual], [...usual, spelled], [spelled, '--', ...usual]]
  const given = takes === 'nothing' ? [spelled] : [spelled, '1']
  const dangers = DANGERS.flatMap(danger => [
    [spelled, ...danger, ...usual],
    [...usual, spelled, ...danger],
    [...given, '--', ...danger],
    [...given, ...danger],
  ])
  const names = NAMES.flatMap(name => [
    [spelled, name, ...usual],
    [...usual, spelled, name],
    [attachedTo(spelled, name), ...usual],
    [...given, ...usual, name],
  ])
  const clusters = spelled.startsWith('--')
    ? []
    : LETTERS.flatMap(letter => [
        [`${spelled}${letter}`, 'a.txt', FRESH],
        [...usual, `${spelled}${letter}`, FRESH],
        [`-${letter}${spelled.slice(1)}`, FRESH, ...usual],
      ])
  const values = ['1', 'a', 'always'].flatMap(value => [
    [attachedTo(spelled, value), ...usual],
    [...usual, spelled, value],
  ])
  return [...alone, ...dangers, ...names, ...clusters, ...values]
}

/** Every line in which the options of a program are tried, each once. */
export const linesOf = (
  listed: ListedProgram,
  pick: (option: ListedOption) => boolean = () => true,
): readonly string[] => {
  const usual = operandsOf(listed)
  const end: ListedOption = { spelled: '--', takes: 'nothing' }
  const options = [...optionsOf(listed.program.flags), end].filter(pick)
  const lines = options.flatMap(option => formsOf(option, usual))
  return [...new Set(lines.map(words => [...listed.words, ...words].map(quoted).join(' ')))]
}
