import { DIFF_LONG, DIFF_OPTIONAL, DIFF_VALUE, LOG } from './git-log-flags.ts'
import { GIT_QUERIES } from './git-queries.ts'
import type { Program } from './program.ts'

/** By the word that follows `git`. */
export const GIT_PROGRAMS: Readonly<Record<string, Program>> = {
  status: {
    flags: {
      short: 'sbvz',
      shortAttached: 'u',
      long: [
        'short',
        'branch',
        'porcelain',
        'long',
        'verbose',
        'show-stash',
        'ahead-behind',
        'no-ahead-behind',
        'renames',
        'no-renames',
        'ignored',
        'untracked-files',
        'null',
      ],
      longOptional: ['porcelain', 'ignored', 'untracked-files'],
    },
    operands: 'revisions',
  },
  log: { flags: LOG, operands: 'revisions' },
  show: { flags: LOG, operands: 'revisions' },
  diff: {
    flags: {
      short: 'pusazwbWRq',
      shortAttached: 'UMC',
      shortValue: 'SG',
      long: [...DIFF_LONG, 'cached', 'staged', 'merge-base'],
      longValue: DIFF_VALUE,
      longOptional: DIFF_OPTIONAL,
    },
    operands: 'revisions',
  },
  ...GIT_QUERIES,
}
