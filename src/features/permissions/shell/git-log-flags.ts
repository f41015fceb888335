import type { FlagTable } from './flags.ts'
import { list } from './word-list.ts'

const DIFF_LONG = list(
  'stat numstat shortstat summary compact-summary name-only name-status patch no-patch raw patch-with-stat minimal patience histogram no-color color-words no-renames check full-index binary text ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines ignore-cr-at-eol function-context exit-code quiet no-ext-diff no-textconv no-prefix pickaxe-all pickaxe-regex indent-heuristic no-indent-heuristic',
)
const DIFF_OPTIONAL = list('stat color word-diff find-renames find-copies abbrev dirstat color-moved unified')
const DIFF_VALUE = list('diff-filter diff-algorithm inter-hunk-context')

/** Options that choose commits and their order, for all that walks the history. */
export const WALK_LONG = list(
  'all reverse merges no-merges first-parent left-right topo-order date-order author-date-order regexp-ignore-case extended-regexp fixed-strings perl-regexp invert-grep all-match cherry-pick cherry-mark cherry boundary simplify-by-decoration full-history parents children no-walk',
)
export const WALK_VALUE = list('max-count skip since after until before author committer grep date')
/** Refs by pattern. */
export const REF_VALUE = list('glob exclude')
export const WALK_OPTIONAL = list('branches tags remotes pretty')
/** They are no options of their own without a value. */
export const WALK_ATTACHED = list('format min-parents max-parents')
const LOG_LONG = list(
  'oneline graph decorate no-decorate follow abbrev-commit no-abbrev-commit no-notes relative-date source cc no-mailmap use-mailmap',
)

/** `%G…` asks a signature program; a name that is none of git's own may be defined in the repository. */
const BUILT_IN_FORMAT =
  /^(?:oneline|short|medium|full|fuller|reference|email|raw|mboxrd|t?format:[\s\S]*|[\s\S]*%[\s\S]*)$/
export const isPlainFormat = (name: string, value: string): boolean =>
  (name !== 'pretty' && name !== 'format') || (BUILT_IN_FORMAT.test(value) && !/%[+\- ]?G/.test(value))

/** Options of diff. */
export const DIFF: FlagTable = {
  short: 'pusazwbWR',
  shortAttached: 'UMC',
  shortValue: 'SG',
  long: [...DIFF_LONG, ...list('cached staged merge-base')],
  longValue: DIFF_VALUE,
  longOptional: DIFF_OPTIONAL,
}

/** Options of log, and of everything that shows commits. */
export const LOG: FlagTable = {
  short: 'pusiEFPgzwbWacR',
  shortAttached: 'UMC',
  shortValue: 'nSG',
  long: [...DIFF_LONG, ...WALK_LONG, ...LOG_LONG],
  longValue: [...DIFF_VALUE, ...WALK_VALUE, ...REF_VALUE, ...list('decorate-refs decorate-refs-exclude')],
  longOptional: [...DIFF_OPTIONAL, ...WALK_OPTIONAL, 'decorate'],
  longAttached: WALK_ATTACHED,
  count: true,
  check: isPlainFormat,
}

const without = (table: FlagTable, names: readonly string[]): FlagTable => ({
  ...table,
  long: (table.long ?? []).filter(name => !names.includes(name)),
})
/** Options of show, which walks no further than it is told. */
export const SHOW: FlagTable = without(LOG, list('graph follow'))
/** Options of what walks a log of refs, which has an order of its own. */
export const REFLOG: FlagTable = without(
  SHOW,
  list(
    'reverse topo-order date-order author-date-order cherry-pick cherry-mark cherry simplify-by-decoration children',
  ),
)
