import type { FlagTable } from './flags.ts'

export const DIFF_LONG = [
  ...[
    'stat',
    'numstat',
    'shortstat',
    'summary',
    'compact-summary',
    'name-only',
    'name-status',
    'patch',
    'no-patch',
  ],
  ...[
    'raw',
    'patch-with-stat',
    'minimal',
    'patience',
    'histogram',
    'no-color',
    'color-words',
    'no-renames',
    'check',
  ],
  ...['full-index', 'binary', 'text', 'ignore-all-space', 'ignore-space-change', 'ignore-space-at-eol'],
  ...[
    'ignore-blank-lines',
    'ignore-cr-at-eol',
    'function-context',
    'exit-code',
    'quiet',
    'no-ext-diff',
    'no-textconv',
  ],
  ...['no-prefix', 'pickaxe-all', 'pickaxe-regex', 'indent-heuristic', 'no-indent-heuristic'],
]
export const DIFF_OPTIONAL = [
  'stat',
  'color',
  'word-diff',
  'find-renames',
  'find-copies',
  'abbrev',
  'dirstat',
  'color-moved',
]
export const DIFF_VALUE = ['diff-filter', 'diff-algorithm', 'unified', 'inter-hunk-context']

const LOG_LONG = [
  ...['oneline', 'graph', 'all', 'decorate', 'no-decorate', 'follow', 'reverse', 'merges', 'no-merges'],
  ...[
    'first-parent',
    'abbrev-commit',
    'no-abbrev-commit',
    'left-right',
    'topo-order',
    'date-order',
    'no-walk',
  ],
  ...[
    'author-date-order',
    'regexp-ignore-case',
    'extended-regexp',
    'fixed-strings',
    'perl-regexp',
    'invert-grep',
  ],
  ...[
    'all-match',
    'cherry-pick',
    'cherry-mark',
    'cherry',
    'boundary',
    'simplify-by-decoration',
    'full-history',
  ],
  ...[
    'parents',
    'children',
    'no-notes',
    'relative-date',
    'source',
    'merge',
    'cc',
    'no-mailmap',
    'use-mailmap',
  ],
]
const LOG_OPTIONAL = ['decorate', 'branches', 'tags', 'remotes', 'pretty', 'format']
const LOG_VALUE = [
  ...[
    'max-count',
    'skip',
    'since',
    'after',
    'until',
    'before',
    'author',
    'committer',
    'grep',
    'date',
    'pretty',
  ],
  ...['format', 'decorate-refs', 'decorate-refs-exclude', 'min-parents', 'max-parents', 'glob', 'exclude'],
]

/** `%G…` asks a signature program; a name that is none of git's own may be defined in the repository. */
const BUILT_IN_FORMAT =
  /^(?:oneline|short|medium|full|fuller|reference|email|raw|mboxrd|t?format:[\s\S]*|[\s\S]*%[\s\S]*)$/
const isPlainFormat = (name: string, value: string): boolean =>
  (name !== 'pretty' && name !== 'format') || (BUILT_IN_FORMAT.test(value) && !/%[+\- ]?G/.test(value))

/** Options of log, and of everything that shows commits. */
export const LOG: FlagTable = {
  short: 'pusiEFPgzwbWacR',
  shortAttached: 'UMC',
  shortValue: 'nSG',
  long: [...DIFF_LONG, ...LOG_LONG],
  longValue: [...DIFF_VALUE, ...LOG_VALUE.filter(name => !LOG_OPTIONAL.includes(name))],
  longOptional: [...DIFF_OPTIONAL, ...LOG_OPTIONAL],
  count: true,
  check: isPlainFormat,
}
