/** A row of the setting `afterEdit`: what runs when files of some names were changed. */
export interface AfterEditRow {
  /** As in .gitignore: without a slash it fits names in every directory. */
  readonly glob: string
  /** For bash; `{file}` stands for the path, as one word. */
  readonly run: string
  readonly timeoutMs?: number
  /** Absent: `lint`. What formats runs first, and the result waits for it. */
  readonly kind?: 'format' | 'lint' | 'test'
}
