/** A run of `capstan eval`, as far as it came. Texts are in the language that was asked for. */
export interface EvalRunInfo {
  readonly id: string
  readonly createdAt: string
  readonly done: number
  readonly total: number
  /** A process works on it now. */
  readonly isRunning: boolean
  /** What it came to so far, in a line. */
  readonly progress: string
}

/** Its tables, made of words for people. */
export interface EvalRunView extends EvalRunInfo {
  /** A head and a row for each variant. */
  readonly variants: readonly (readonly string[])[]
  /** A head and a row for each task. */
  readonly tasks: readonly (readonly string[])[]
  /** Sessions under way. */
  readonly current: readonly string[]
  /** Session, how it ended, and why. */
  readonly failures: readonly (readonly string[])[]
  readonly comparisons: readonly string[]
}
