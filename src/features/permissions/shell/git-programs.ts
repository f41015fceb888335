import { DIFF, LOG, SHOW } from './git-log-flags.ts'
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
  show: { flags: SHOW, operands: 'revisions' },
  diff: { flags: DIFF, operands: 'revisions' },
  ...GIT_QUERIES,
}
