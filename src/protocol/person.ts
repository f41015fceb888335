/** Who the work is for, while it goes on. */
export interface Person {
  tell(what: ToPerson): void
  /** Somebody, or a program in their place, sees what is told. */
  readonly watching: boolean
  /** How they want to be told: the value of a setting. */
  setting(key: string): unknown
}

export interface ToPerson {
  readonly kind: 'message' | 'file' | 'notification'
  /** Of a message Markdown; of a file what it is, then a line for each with its path. */
  readonly text: string
  readonly toolUseId: string
}

/** Puts questions to the person; rejects with ToolError when nobody can answer. */
export type Ask = (
  questions: readonly Question[],
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string>>>
export interface Question {
  readonly question: string
  readonly header: string
  readonly options: readonly { readonly label: string; readonly description: string }[]
  readonly multiSelect: boolean
}
