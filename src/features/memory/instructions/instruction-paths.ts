import type { CaseRule } from '../../../lib/case-rule.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
/** Where instruction files are looked for. All paths are absolute and real. */
export interface InstructionPaths {
  /** The start directory. */
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  /** Root of the checkout `cwd` belongs to, or `cwd`. */
  readonly projectRoot: string
  /** The working directories, `cwd` first. */
  readonly roots: readonly string[]
  /** Further directories whose own files count from the start. */
  readonly extraDirs: readonly string[]
  /** What the administrator says; files of anyone else there do not count. */
  readonly managed: { readonly directories: readonly string[]; readonly owner: number }
  /** Who runs the program; `undefined` where files have no owner. */
  readonly uid: number | undefined
  readonly caseSensitive: CaseRule
}

export interface InstructionOptions {
  /** What the administrator's settings say to every session. */
  readonly policy?: string
  readonly sources: readonly ('user' | 'project' | 'local')[]
  /** Read `CLAUDE.md` and `.claude` too. */
  readonly compat: boolean
  /** The person trusts the folder. */
  readonly trusted: boolean
  /**
   * The person was asked about the folder, or will be, and has not agreed: what it and the directories above it say is
   * left out, up to the person's home.
   */
  readonly withheld?: boolean
  /** False: only the administrator's files and those of `extraDirs`. */
  readonly discover: boolean
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** Globs; files of the administrator cannot be left out. */
  readonly excludes: readonly string[]
}
