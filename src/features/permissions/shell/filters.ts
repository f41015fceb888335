import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import { assignedVariable, isPlainVariable } from './awk/awk-names.ts'
import { AwkDoubt, AwkParser } from './awk/awk-parser.ts'
import type { ReadFlags } from './flags.ts'
import type { Program } from './program.ts'
import { isHarmlessSed } from './sed-program.ts'
import { list } from './word-list.ts'

const oneInput = (read: ReadFlags): LocalizedText | undefined =>
  read.operands.length > 1 || read.operands.some(word => word.glob)
    ? lookText('second_file_written', { program: 'uniq' })
    : undefined
const SED_SCRIPT = list('e expression')

/** The scripts of a sed command in one text, as sed joins them; undefined where there is none, or in doubt. */
export const sedScript = (read: ReadFlags): string | undefined => {
  const given = read.values.filter(one => SED_SCRIPT.includes(one.name)).map(one => one.value)
  // What a backslash at the end of one does to the next is read in two ways.
  if (given.length > 1 && given.some(script => script.endsWith('\\'))) return undefined
  return given.length > 0 ? given.join('\n') : read.operands[0]?.text
}
const harmlessSed = (read: ReadFlags): LocalizedText | undefined =>
  isHarmlessSed(sedScript(read) ?? 'w') ? undefined : lookText('sed_script')
const harmlessAwk = (read: ReadFlags): LocalizedText | undefined => {
  const [program, ...files] = read.operands.map(word => word.text)
  if (!isHarmlessAwk(program ?? '@')) return lookText('awk_program')
  const set = files.find(file => assignedVariable(file) !== undefined && !isPlainAssignment('', file))
  return set === undefined ? undefined : lookText('awk_variable', { word: set })
}
const harmlessJq = (read: ReadFlags): LocalizedText | undefined =>
  isHarmlessJq(read.operands[0]?.text ?? '.') ? undefined : lookText('jq_filter')

/** Some variables change what awk reads or how the C library prints. */
const isPlainAssignment = (option: string, value: string): boolean => {
  const variable = assignedVariable(value)
  return option === 'F' || (variable !== undefined && !variable.includes(':') && isPlainVariable(variable))
}

const AWK: Program = {
  // Behind the program every word is a file.
  flags: { shortValue: 'Fv', optionsFirst: true, check: isPlainAssignment },
  operands: 'pattern',
  patternFlags: [],
  refuse: harmlessAwk,
}
const FD: Program = {
  flags: {
    short: 'HIusiFgap0q1',
    shortValue: 'edtESco',
    long: list(
      'hidden no-ignore no-ignore-vcs unrestricted case-sensitive ignore-case glob fixed-strings absolute-path full-path print0 quiet prune regex one-file-system',
    ),
    longValue: list(
      'extension max-depth min-depth exact-depth type exclude size changed-within changed-before max-results color owner and',
    ),
    anyOrder: true,
  },
  operands: 'pattern',
  patternFlags: [],
  recursive: 'always',
}

/** One directive, for a number with a fraction: not every system looks at a format before it goes to the C library. */
const NUMBER_FORMAT = /^(?:[^%]|%%)*%[-+ #0']*\d*(?:\.\d*)?[aefgAEFG](?:[^%]|%%)*$/

/** Programs that turn text into text, and those that search. */
export const FILTERS: Readonly<Record<string, Program>> = {
  cut: {
    flags: {
      short: 'nsz',
      shortValue: 'bcdf',
      long: list('complement only-delimited zero-terminated'),
      longValue: list('bytes characters delimiter fields output-delimiter'),
    },
    operands: 'paths',
    globs: true,
  },
  paste: {
    flags: { short: 'sz', shortValue: 'd', long: list('serial zero-terminated'), longValue: ['delimiters'] },
    operands: 'paths',
    globs: true,
  },
  sort: {
    flags: {
      short: 'bdfghiMnRrVcCmsuz',
      shortValue: 'kt',
      long: list(
        'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort reverse version-sort merge stable unique zero-terminated debug',
      ),
      longValue: list('key field-separator sort'),
      longOptional: ['check'],
    },
    operands: 'paths',
  },
  uniq: {
    flags: {
      short: 'cdDiuz',
      shortValue: 'fsw',
      long: list('count repeated ignore-case unique zero-terminated'),
      longValue: list('skip-fields skip-chars check-chars'),
      longOptional: list('all-repeated group'),
      optionsFirst: true,
    },
    operands: 'paths',
    refuse: oneInput,
  },
  tr: {
    flags: { short: 'cCdst', long: list('complement delete squeeze-repeats truncate-set1') },
    operands: 'data',
  },
  column: {
    flags: {
      short: 'txJed',
      shortValue: 'csoNRH',
      long: list('table fillrows json'),
      longValue: list('separator output-separator output-width table-columns table-right'),
    },
    operands: 'paths',
  },
  fold: {
    flags: { short: 'bs', shortValue: 'w', long: list('bytes spaces'), longValue: ['width'] },
    operands: 'paths',
    globs: true,
  },
  expand: {
    flags: { short: 'i', shortValue: 't', long: ['initial'], longValue: ['tabs'] },
    operands: 'paths',
    globs: true,
  },
  join: {
    flags: {
      short: 'iz',
      shortValue: '12aevotj',
      long: list('ignore-case check-order nocheck-order header'),
      // Without a number behind it the next word is a file elsewhere.
      check: (name, value) => !/^[12avj]$/.test(name) || /^\d+$/.test(value),
    },
    operands: 'paths',
  },
  numfmt: {
    flags: {
      shortValue: 'd',
      long: list('grouping'),
      longValue: list('from to suffix padding field delimiter round format invalid from-unit to-unit'),
      longOptional: ['header'],
      check: (name, value) => name !== 'format' || NUMBER_FORMAT.test(value),
    },
    operands: 'data',
  },
  seq: {
    flags: {
      short: 'w',
      shortValue: 'fs',
      long: ['equal-width'],
      longValue: list('format separator'),
      check: (name, value) => !['f', 'format'].includes(name) || NUMBER_FORMAT.test(value),
      count: true,
    },
    operands: 'data',
  },
  expr: { flags: { count: true }, operands: 'data' },
  bc: { flags: { short: 'lqs', long: list('mathlib quiet standard') }, operands: 'paths' },
  sed: {
    flags: {
      short: 'nErsuz',
      shortValue: 'e',
      long: list('quiet silent regexp-extended separate unbuffered null-data sandbox'),
      longValue: ['expression'],
      // Behind the first operand BSD and POSIX know no options, so that the script is another word.
      optionsFirst: true,
    },
    operands: 'pattern',
    patternFlags: SED_SCRIPT,
    refuse: harmlessSed,
  },
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  jq: {
    flags: {
      short: 'rcnsSejaMCR',
      long: list(
        'raw-output compact-output null-input slurp sort-keys exit-status join-output ascii-output monochrome-output color-output raw-input tab stream seq unbuffered',
      ),
      longSeparate: ['indent'],
      longPair: list('arg argjson'),
      anyOrder: true,
    },
    operands: 'pattern',
    patternFlags: [],
    refuse: harmlessJq,
  },
  rg: {
    flags: {
      short: 'ciFHhIlnNopPqsSUuvwx0.a',
      shortValue: 'eAfBCgjmMtTr',
      long: list(
        'count count-matches ignore-case fixed-strings with-filename no-filename files-with-matches files-without-match line-number no-line-number only-matching pcre2 quiet case-sensitive smart-case multiline multiline-dotall invert-match word-regexp line-regexp hidden no-ignore no-ignore-vcs unrestricted files heading no-heading column json pretty stats trim vimgrep null text no-messages type-list no-config passthru debug glob-case-insensitive byte-offset max-columns-preview',
      ),
      longValue: list(
        'regexp file after-context before-context context glob iglob max-count max-columns max-depth type type-not replace sort sortr color colors threads encoding engine max-filesize context-separator',
      ),
      files: list('f file'),
      anyOrder: true,
      dashed: true,
    },
    operands: 'pattern',
    patternFlags: list('e f regexp file files type-list'),
    recursive: 'always',
    picks: { by: list('g glob iglob'), without: [] },
  },
  fd: FD,
  fdfind: FD,
}

/** `.name`, which jq reads as one word; behind a digit or another dot it may read something else. */
const FIELD = /(?<![.\d])\.[A-Za-z_]\w*/g
const TEXT = /"[^"]*"/g
/** Words that reach the environment, other files, or what jq keeps for itself. */
const REACHES_OUT = /(?<!\w)(?:env|import|include|modulemeta|get_search_list)(?!\w)|\$__/i

/** Whether a jq filter sees nothing but its input: no environment, no modules, no internals. In doubt no. */
const isHarmlessJq = (filter: string): boolean => {
  // A quote in a comment begins no text, one behind a backslash ends none, and a text with a backslash may compute.
  const code = /[#\\]/.test(filter) ? filter : filter.replace(TEXT, '""')
  return !REACHES_OUT.test(code.replace(FIELD, '.'))
}

/** A longer program is not a look at something, and reading it would take time. */
const MAX_CHARS = 2_000
/** What a program is written in: no control characters but tab and newline. */
const READABLE = /^[\t\n -~\u00a0-\u{10ffff}]*$/u

/** Whether an awk program only computes and prints, for every implementation of awk. In doubt no. */
export const isHarmlessAwk = (program: string): boolean => {
  if (program.length > MAX_CHARS || !READABLE.test(program)) return false
  try {
    new AwkParser(program).parse()
    return true
  } catch (error) {
    if (error instanceof AwkDoubt) return false
    throw error
  }
}
