import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import type { ReadFlags } from './flags.ts'
import type { Program } from './program.ts'

const LS_LONG = [
  ...[
    'all',
    'almost-all',
    'author',
    'escape',
    'directory',
    'classify',
    'file-type',
    'full-time',
    'group-directories-first',
  ],
  ...[
    'no-group',
    'human-readable',
    'si',
    'inode',
    'kibibytes',
    'numeric-uid-gid',
    'literal',
    'hide-control-chars',
  ],
  ...['quote-name', 'reverse', 'recursive', 'size', 'context'],
]
const GREP_LONG = [
  ...[
    'extended-regexp',
    'fixed-strings',
    'basic-regexp',
    'perl-regexp',
    'ignore-case',
    'no-ignore-case',
    'invert-match',
  ],
  ...[
    'word-regexp',
    'line-regexp',
    'count',
    'files-with-matches',
    'files-without-match',
    'only-matching',
    'quiet',
    'silent',
  ],
  ...[
    'no-messages',
    'byte-offset',
    'with-filename',
    'no-filename',
    'line-number',
    'initial-tab',
    'null',
    'text',
    'recursive',
  ],
  ...['null-data', 'line-buffered', 'binary'],
]
const HEAD_LONG = ['quiet', 'silent', 'verbose', 'zero-terminated']

const onlyFormat = (read: ReadFlags): LocalizedText | undefined =>
  read.operands.length <= 1 &&
  read.operands.every(word => word.text.startsWith('+') && word.causes.length === 0 && !word.glob)
    ? undefined
    : lookText('date_format')
/** Elsewhere a bare number behind -d is what the clock of the machine is set to. */
const isNoZone = (name: string, value: string): boolean => name !== 'd' || !/^\s*[-+]?\d+\s*$/.test(value)
const onlyDurations = (read: ReadFlags): LocalizedText | undefined =>
  read.operands.length > 0 && read.operands.every(word => /^\d+(?:\.\d+)?[smhd]?$/.test(word.text))
    ? undefined
    : lookText('sleep_duration')

const GREP: Program = {
  flags: {
    short: 'EFGPivwxcLlohHnqsZzrbTUay',
    shortValue: 'efmABCdD',
    long: GREP_LONG,
    longValue: [
      'regexp',
      'file',
      'max-count',
      'after-context',
      'before-context',
      'context',
      'include',
      'exclude',
      'exclude-dir',
      'exclude-from',
      'label',
      'binary-files',
      'devices',
      'directories',
    ],
    longOptional: ['color', 'colour'],
    count: true,
    files: ['f', 'file', 'exclude-from'],
    dashed: true,
    attachedElsewhere: ['C', 'context'],
  },
  operands: 'pattern',
  globs: true,
  recursive: ['r', 'recursive', 'd', 'directories'],
  picks: { by: ['include'], without: ['exclude'] },
}

/** The name of the program says which kind of pattern it takes. */
const withoutKinds = ({ flags, ...rest }: Program): Program => ({
  ...rest,
  flags: {
    ...flags,
    short: (flags.short ?? '').replace(/[EFGP]/g, ''),
    long: (flags.long ?? []).filter(name => !/^(?:extended|basic|perl)-regexp$|^fixed-strings$/.test(name)),
  },
})

/** Plain viewers: name, allowed options, meaning of the rest. What is not here is not read-only. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  ls: {
    flags: {
      short: 'aAbBcCdfFgGhiklmnNopqQrRsStuUvxXZ1',
      shortValue: 'wTI',
      long: LS_LONG,
      longValue: [
        'width',
        'tabsize',
        'ignore',
        'hide',
        'block-size',
        'indicator-style',
        'quoting-style',
        'time-style',
        'sort',
        'time',
        'format',
      ],
      longOptional: ['color', 'hyperlink'],
      // BSD knows the three letters without a value.
      attachedElsewhere: ['w', 'T', 'I'],
    },
    operands: 'paths',
    globs: true,
  },
  cat: {
    flags: {
      short: 'AbeEnstTuv',
      long: [
        'show-all',
        'number-nonblank',
        'show-ends',
        'number',
        'squeeze-blank',
        'show-tabs',
        'show-nonprinting',
      ],
    },
    operands: 'paths',
    globs: true,
  },
  head: {
    flags: {
      short: 'qvz',
      shortValue: 'nc',
      long: HEAD_LONG,
      longValue: ['lines', 'bytes'],
      count: true,
      negative: ['n', 'c', 'lines', 'bytes'],
    },
    operands: 'paths',
    globs: true,
  },
  tail: {
    flags: { short: 'qvz', shortValue: 'nc', long: HEAD_LONG, longValue: ['lines', 'bytes'], count: true },
    operands: 'paths',
    globs: true,
  },
  wc: {
    flags: {
      short: 'lwcmL',
      long: ['lines', 'words', 'bytes', 'chars', 'max-line-length'],
    },
    operands: 'paths',
    globs: true,
  },
  grep: GREP,
  egrep: withoutKinds(GREP),
  fgrep: withoutKinds(GREP),
  pwd: { flags: { short: 'LP' }, operands: 'none' },
  date: {
    flags: {
      short: 'uR',
      shortValue: 'd',
      long: ['utc', 'universal', 'rfc-email'],
      longValue: ['date', 'rfc-3339'],
      longOptional: ['iso-8601'],
      check: isNoZone,
    },
    operands: 'data',
    refuse: onlyFormat,
  },
  sleep: { flags: {}, operands: 'data', refuse: onlyDurations },
}

/** Builtins that only print or answer, whatever they are given; their words may hold read-only substitutions. */
export const DATA_PROGRAMS: ReadonlySet<string> = new Set(['echo', 'true', 'false', ':'])
