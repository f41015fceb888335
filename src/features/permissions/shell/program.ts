import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
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
  /** The first is a pattern unless an option gave one; the others are revisions or paths. */
  | 'pattern and revisions'
  | 'none'

export interface Program {
  readonly flags: FlagTable
  readonly operands: Operands
  /** No file name can do harm as an option, so a wildcard may bring any. */
  readonly globs?: boolean
  /** A last look at what was read; an answer in words means not read-only. */
  readonly refuse?: (read: ReadFlags) => LocalizedText | undefined
  /** Options with which it walks directories; `always` when it does so by itself. */
  readonly recursive?: readonly string[] | 'always'
  /** Options that give the pattern, so that every operand is a path. */
  readonly patternFlags?: readonly string[]
  /** Where a file is not there, it is looked for with one of these at the end of its name. */
  readonly suffixes?: readonly string[]
  /** Given a directory it would follow the links in it. */
  readonly filesOnly?: boolean
  /** Options that choose the files of a search by name, and those that leave files out. */
  readonly picks?: { readonly by: readonly string[]; readonly without: readonly string[] }
}
