import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import type { FlagTable, ReadFlags } from './flags.ts'
import {
  isPlainFormat,
  REF_VALUE,
  REFLOG,
  SHOW,
  WALK_ATTACHED,
  WALK_LONG,
  WALK_OPTIONAL,
  WALK_VALUE,
} from './git-log-flags.ts'
import type { Program } from './program.ts'
import { list } from './word-list.ts'

/** Fields of refs that ask a signature program are not taken. */
const plainRef = (name: string, value: string): boolean =>
  !['format', 'sort'].includes(name) || !/signature/i.test(value)
const REF_FILTERS = list('contains no-contains merged no-merged')
/** Without one of these an operand is the name of something new. */
const listing =
  (names: readonly string[]) =>
  (read: ReadFlags): LocalizedText | undefined =>
    read.operands.length === 0 || [...names, ...REF_FILTERS, 'points-at'].some(name => read.seen.has(name))
      ? undefined
      : lookText('git_creates')

const REF_LIST: FlagTable = {
  long: list('list ignore-case no-color no-column'),
  longValue: list('sort format points-at'),
  longOptional: ['color'],
  longLast: REF_FILTERS,
  check: plainRef,
}
const HARMLESS_KEY =
  /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:autocrlf|eol|filemode|bare|ignorecase|quotepath|safecrlf|symlinks|abbrev)|remote\.[\w./-]+\.(?:url|fetch)|branch\.[\w./-]+\.(?:remote|merge|rebase)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|merge\.(?:ff|conflictstyle)|rebase\.autostash|fetch\.prune|color\.ui)$/i

/** Queries of git besides status, LOG, show and diff. A name of two words is a subcommand with its own first word. */
export const GIT_QUERIES: Readonly<Record<string, Program>> = {
  branch: {
    flags: {
      ...REF_LIST,
      short: 'arvi',
      long: [...(REF_LIST.long ?? []), ...list('all remotes verbose show-current')],
    },
    operands: 'data',
    refuse: listing(['list']),
  },
  tag: {
    flags: {
      ...REF_LIST,
      short: 'li',
      shortAttached: 'n',
      longValue: list('sort format'),
      longLast: [...REF_FILTERS, 'points-at'],
    },
    operands: 'data',
    refuse: listing(['l', 'list']),
  },
  remote: { flags: { short: 'v', long: ['verbose'] }, operands: 'none' },
  'remote get-url': { flags: { long: list('push all') }, operands: 'data' },
  'stash list': { flags: REFLOG, operands: 'revisions' },
  'stash show': { flags: SHOW, operands: 'revisions' },
  cherry: {
    flags: { short: 'v', long: ['verbose'], longOptional: ['abbrev'] },
    operands: 'revisions',
  },
  'show-branch': {
    flags: {
      short: 'ar',
      long: list(
        'all remotes list no-name current sha1-name merge-base independent topo-order topics sparse date-order no-color',
      ),
      longOptional: list('color more reflog'),
    },
    operands: 'revisions',
  },
  'worktree list': { flags: { short: 'vz', long: list('porcelain verbose') }, operands: 'none' },
  blame: {
    flags: {
      short: 'wefnlstpcb',
      shortAttached: 'MC',
      shortValue: 'L',
      long: list(
        'porcelain line-porcelain incremental show-email show-name show-number root show-stats color-lines color-by-age first-parent',
      ),
      longValue: list('since date'),
      longOptional: ['abbrev'],
    },
    operands: 'revisions',
  },
  shortlog: {
    flags: {
      short: 'snec',
      shortAttached: 'w',
      long: [...WALK_LONG, ...list('summary numbered email committer')],
      longValue: WALK_VALUE.filter(name => name !== 'committer'),
      longOptional: WALK_OPTIONAL,
      longAttached: WALK_ATTACHED,
      count: true,
      check: isPlainFormat,
    },
    operands: 'revisions',
  },
  describe: {
    flags: {
      long: list('all tags contains long always exact-match first-parent dirty debug'),
      longValue: list('candidates match exclude'),
      longOptional: list('abbrev dirty'),
    },
    operands: 'revisions',
  },
  'rev-parse': {
    flags: {
      short: 'q',
      long: list(
        'show-toplevel abbrev-ref short verify quiet git-dir absolute-git-dir git-common-dir is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository show-prefix show-cdup symbolic symbolic-full-name all branches tags remotes revs-only no-revs local-env-vars',
      ),
      longOptional: list('short abbrev-ref branches tags remotes'),
    },
    operands: 'revisions',
  },
  'rev-list': {
    flags: {
      short: 'iEFP',
      shortValue: 'n',
      long: [
        ...WALK_LONG,
        ...list('count objects left-only right-only timestamp header ancestry-path quiet oneline graph'),
        ...list('abbrev-commit no-abbrev-commit'),
      ],
      longValue: [...WALK_VALUE, ...REF_VALUE],
      longOptional: [...WALK_OPTIONAL, 'abbrev'],
      longAttached: WALK_ATTACHED,
      count: true,
      check: isPlainFormat,
    },
    operands: 'revisions',
  },
  'ls-files': {
    flags: {
      short: 'cdmoistuvzk',
      shortValue: 'x',
      long: list(
        'cached deleted modified others ignored stage unmerged killed directory no-empty-directory exclude-standard error-unmatch full-name eol deduplicate',
      ),
      longValue: list('exclude with-tree'),
      longOptional: ['abbrev'],
    },
    operands: 'revisions',
  },
  'ls-tree': {
    flags: {
      short: 'rdtlz',
      long: list('name-only name-status object-only full-name full-tree long'),
      longValue: ['format'],
      longOptional: ['abbrev'],
    },
    operands: 'revisions',
  },
  'cat-file': { flags: { short: 'tsep' }, operands: 'revisions' },
  'for-each-ref': {
    flags: {
      ...REF_LIST,
      long: ['ignore-case'],
      longValue: list('sort format count points-at'),
    },
    operands: 'data',
  },
  'show-ref': {
    flags: {
      short: 'dsq',
      long: list('head heads tags dereference hash verify quiet'),
      longOptional: list('hash abbrev'),
    },
    operands: 'data',
  },
  'merge-base': {
    flags: { short: 'a', long: list('all octopus independent is-ancestor fork-point') },
    operands: 'data',
  },
  grep: {
    flags: {
      short: 'niwlcEFGPvhHopqWzIaLr',
      shortValue: 'eABCfm',
      long: list(
        'cached untracked line-number column ignore-case word-regexp files-with-matches name-only files-without-match count extended-regexp fixed-strings basic-regexp perl-regexp invert-match only-matching heading break show-function function-context quiet full-name all-match and or not null text no-color',
      ),
      longValue: list('max-depth threads after-context before-context context max-count'),
      longOptional: ['color'],
      files: ['f'],
      count: true,
    },
    operands: 'pattern and revisions',
    patternFlags: list('e f'),
    recursive: 'always',
  },
  'check-ignore': {
    flags: { short: 'vqnz', long: list('verbose quiet non-matching no-index') },
    operands: 'paths',
  },
  reflog: { flags: REFLOG, operands: 'none' },
  'reflog show': { flags: REFLOG, operands: 'revisions' },
  config: {
    // Behind the key everything is its new value.
    flags: { long: list('get get-all local global'), optionsFirst: true },
    operands: 'data',
    refuse: read =>
      // One name without a value is a look-up even without --get.
      read.operands.length === 1 && HARMLESS_KEY.test(read.operands[0]?.text ?? '')
        ? undefined
        : lookText('git_key'),
  },
}
