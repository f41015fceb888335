/** Whether and how the session works with the person's editor. */
export interface EditorChoice {
  /** Where editors put their lock files. */
  readonly directories: readonly string[]
  /** Of this program. */
  readonly version: string
  /** Which one to connect to when the session begins; absent: none until the person chooses one. */
  readonly connect?: { readonly port: number } | 'only'
  /** The person asked for it: they are told when it cannot be. */
  readonly wanted?: boolean
  /** What is selected there goes along with what the person says. */
  readonly shares: boolean
  /** Changes that are asked about are shown there, too. */
  readonly diffs: boolean
}
