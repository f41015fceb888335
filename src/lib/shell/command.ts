import type { Feeder, ShellAssignment, ShellWord } from './word.ts'

/** Where a command stands in its line. */
export interface CommandPosition {
  /** How many substitutions are around it. */
  readonly substitution: number
  readonly pipeline: boolean
  /** Its own process: what it changes does not reach later commands. */
  readonly subshell: boolean
  /** In a branch, loop, case or function body: it may run never or often. */
  readonly conditional: boolean
  readonly background: boolean
  /** One of several in a pipeline: a process of its own within its list. */
  readonly piped: boolean
  /** Number of the and-or list it belongs to, counted over the whole line. */
  readonly list: number
  /** Every operator of that list is `&&`: it runs only if all before it in the list succeeded. */
  readonly chained: boolean
}

export interface ShellRedirect {
  readonly op: '>' | '>>' | '<' | '<>' | '<&' | '>&' | '>|' | '&>' | '&>>' | '<<' | '<<-' | '<<<'
  /** A number, or the name of the variable that gets one. */
  readonly fd: number | string | undefined
  /** A file or descriptor; for `<<` and `<<<` the text that is fed in. */
  readonly target: ShellWord
  /** All that the target may be, when the line says so. */
  readonly forms?: readonly ShellWord[]
}

/** A command with nothing nested in it: all that bash would start, one by one. */
export interface SimpleCommand {
  /** The first is the name. Empty: only assignments or redirects. */
  readonly words: readonly ShellWord[]
  readonly assignments: readonly ShellAssignment[]
  readonly redirects: readonly ShellRedirect[]
  /** All the words it may run with, when the line itself says what its variables and lists stand for. */
  readonly variants?: readonly (readonly ShellWord[])[]
  /** The commands before it in its pipeline, when all of them are plain. */
  readonly fedBy?: readonly Feeder[]
  /** As written. */
  readonly text: string
  /** Where its name begins in the text of the line; unknown when the shell reads another text first (`\\` in backquotes). */
  readonly at?: number
  readonly place: CommandPosition
}

/** Something whose effect the list of simple commands does not show. */
export interface Opaque {
  readonly why:
    | 'function'
    | 'coprocess'
    | 'arithmetic'
    | 'loop variable'
    | 'expansion'
    | 'subscript'
    | 'descriptor variable'
    | 'hidden character'
  readonly text: string
}

export type Lowered =
  | {
      readonly ok: true
      readonly text: string
      readonly commands: readonly SimpleCommand[]
      readonly opaque: readonly Opaque[]
    }
  | { readonly ok: false; readonly text: string; readonly error: string }

export type ShellReader = (text: string) => Lowered
