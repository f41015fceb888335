import { type ListedOption, type ListedProgram, optionsOf } from './listed-options.ts'
import { type LineContext, type LineResult, quoted, runLines } from './run-lines.ts'

/**
 * How to see that a program takes a word for an option or operand of its own, and not for the value of the option
 * before it: behind each of these words it prints what it prints for the word alone.
 */
const PROBES: Readonly<Record<string, readonly string[]>> = {
  git: ['--zz-unknown', '--output=/zz/none', 'HEAD'],
  xxd: ['-h'],
  unzip: ['-h', 'no-such.zip'],
  zipinfo: ['-h', 'no-such.zip'],
  lsof: ['-h'],
  awk: ['-W version'],
  mawk: ['-W version'],
  whereis: ['zz-unknown'],
  which: ['bash'],
  getconf: ['--help', 'PAGE_SIZE'],
  uptime: ['--zz-unknown'],
  ulimit: ['-zz'],
  printenv: ['--help'],
}
/** Words without which an option means nothing. */
const BEFORE: Readonly<Record<string, string>> = {
  'git rev-list': 'HEAD',
  'git diff --merge-base': 'HEAD',
  'git log --follow': '-- a.txt',
}
/** What cannot be shown by a probe, and why the table is right all the same. */
const KNOWN: Readonly<Record<string, string>> = {
  'unzip -Z': 'changes which help is printed',
  'uptime -s': 'answers before it reads on',
  'uptime --since': 'answers before it reads on',
  'ps -u': 'falls back to the other syntax without a value, which is checked for itself',
  'git rev-parse --abbrev-ref': 'prints a name instead of the hash',
}
/** Builtins answer in words of their own for each option. */
const UNPROBED = new Set(['type', 'command', 'printenv', 'sleep'])
/** They do not mind a missing value: git adds a word of its own behind it, npm takes it for an empty one. */
const ADDS_WORDS = new Set(['git stash list', 'npm ls', 'npm list'])
/** Values, one of which every option that takes one understands. */
const VALUES = [
  '1',
  'a',
  'a.txt',
  'always',
  'name',
  'size',
  'auto',
  'c',
  'd',
  'x',
  'HEAD',
  'n=1',
  '1,2',
  'human',
  'utf-8',
]
const MORE_VALUES = [
  'f',
  '1k',
  'iec',
  'auto:1',
  'skip',
  'read',
  'none',
  'never',
  'warn',
  'up',
  '%f',
  'pid',
  'root',
]
const LAST_VALUES = [
  'date',
  'dev',
  'json',
  'A',
  'binary',
  'little',
  'NAME',
  'short',
  'full',
  'myers',
  '76',
  '1G',
  '1d',
]

const COMPLAINS =
  /requires?\b.*\b(?:argument|value|parameter|revision)|requires an|missing|expects|takes (?:one|two)|lacks|no value|usage|needs|not supplied|not specified|must be|required/i

interface Probe {
  readonly word: string
  readonly said: string
}

/** The line that is most its own of what a program prints. */
const tellTale = (output: string): string => {
  const line = output
    .split('\n')
    .slice(0, 4)
    .reduce((best, one) => (one.length > best.length ? one : best), '')
  // A hash may come shortened.
  return line.slice(0, /^[\da-f]{40}$/.test(line) ? 4 : 60)
}

const findProbes = async (call: string, name: string, context: LineContext): Promise<readonly Probe[]> => {
  const words = PROBES[name] ?? ['--help']
  const results = await runLines(
    words.map(word => `${call} ${word}`),
    context,
  )
  return words
    .map((word, at) => ({ word, said: results[at]?.code === 127 ? '' : tellTale(results[at]?.output ?? '') }))
    .filter(probe => probe.said.length > 3)
}

const acted = (result: LineResult | undefined, probe: Probe): boolean =>
  result?.output.includes(probe.said) ?? false

const withValue = (option: ListedOption, value: string): string =>
  option.spelled.startsWith('--') ? `${option.spelled}=${value}` : `${option.spelled}${value}`

/** Tries lines in turn until one of them shows what is to be shown; the options for which none did. */
const unshown = async (
  options: readonly ListedOption[],
  tries: readonly ((option: ListedOption) => { readonly line: string; readonly probe: Probe })[],
  context: LineContext,
): Promise<readonly ListedOption[]> => {
  let open = options
  for (const attempt of tries) {
    if (open.length === 0) break
    const wanted = open.map(attempt)
    const results = await runLines(
      wanted.map(one => one.line),
      context,
    )
    open = open.filter((_, at) => {
      const probe = wanted[at]?.probe
      return !probe || !acted(results[at], probe)
    })
  }
  return open
}

/** What the table says about a program's options and the program does not show, one line each. */
export const disagreements = async (
  { words, program }: ListedProgram,
  context: LineContext,
  pick: (option: ListedOption) => boolean,
): Promise<readonly string[]> => {
  const name = words.join(' ')
  const options = optionsOf(program.flags).filter(
    one => pick(one) && !Object.hasOwn(KNOWN, `${name} ${one.spelled}`),
  )
  if (options.length === 0 || UNPROBED.has(name)) return []
  const call = [...words.map(quoted), BEFORE[name] ?? ''].join(' ').trim()
  const probes = await findProbes(call, words[0] ?? '', context)
  if (probes.length === 0) return [`${name}: no probe acts`]
  const behind = ({ spelled }: ListedOption): string => BEFORE[`${name} ${spelled}`] ?? ''
  const separate = new Set([
    ...[...(program.flags.shortSeparate ?? '')].map(letter => `-${letter}`),
    ...[...(program.flags.longSeparate ?? []), ...(program.flags.longPair ?? [])].map(one => `--${one}`),
  ])
  const alone = options.filter(({ takes }) => takes === 'nothing' || takes === 'optional')
  const valued = options.filter(({ takes, spelled }) => takes !== 'nothing' && !separate.has(spelled))
  const swallowed = await unshown(
    alone,
    probes.map(probe => one => ({ line: `${call} ${one.spelled} ${probe.word} ${behind(one)}`, probe })),
    context,
  )
  const refused = await unshown(
    valued,
    [...VALUES, ...MORE_VALUES, ...LAST_VALUES].flatMap(value =>
      probes.map(probe => (one: ListedOption) => ({
        line: `${call} ${withValue(one, value)} ${probe.word}`,
        probe,
      })),
    ),
    context,
  )
  const needy = ADDS_WORDS.has(name)
    ? []
    : options.filter(({ takes }) => takes === 'next' || takes === 'attached')
  const bare = await runLines(
    needy.map(one => `${call} ${one.spelled}`),
    context,
  )
  const content = needy.filter((one, at) => {
    const result = bare[at]
    if (!result || result.code === 0) return true
    return one.takes === 'next' && !COMPLAINS.test(result.output)
  })
  return [
    ...swallowed.map(one => `${name} ${one.spelled}: the word behind it is swallowed`),
    ...refused.map(one => `${name} ${one.spelled}: takes no value attached to it`),
    ...content.map(one => `${name} ${one.spelled}: is content without the value that the table gives it`),
  ]
}
