import type { FlagTable, ReadFlags } from './flags.ts'

/** What a program of the table does with the words that are not options. */
type Operands =
  /** Each names a file or directory to look at. */
  | 'paths'
  /** The first is a pattern unless an option gave one; the others are paths. */
  | 'pattern'
  /** Text that is only printed. */
  | 'data'
  /** Revisions or paths, told apart by nobody but git. */
  | 'revisions'
  | 'none'

export interface Program {
  readonly flags: FlagTable
  readonly operands: Operands
  /** No file name can do harm as an option, so a wildcard may bring any. */
  readonly globs?: boolean
  /** A last look at what was read; an answer in words means not read-only. */
  readonly refuse?: (read: ReadFlags) => string | undefined
  /** Options with which it walks directories. */
  readonly recursive?: readonly string[]
  /** Looks at the current directory when no path is given. */
  readonly defaultsHere?: boolean
}
