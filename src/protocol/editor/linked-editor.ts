/** An editor of the person's that offers itself to programs like this one. Its words are foreign: escape them. */
export interface EditorInfo {
  /** By which it is chosen. */
  readonly id: string
  readonly name: string
  /** The folders it has open. */
  readonly folders: readonly string[]
  /** The session works below one of them. */
  readonly fits: boolean
}

export interface EditorState {
  /** `lost`: it was there, and is looked for again. */
  readonly status: 'none' | 'connecting' | 'connected' | 'lost'
  readonly id?: string
  readonly name?: string
  /** What is selected there goes along with what the person says. */
  readonly shares: boolean
  /** What would go along now. */
  readonly selection?: EditorSelection
}

export interface EditorSelection {
  /** As seen from the working directory. */
  readonly name: string
  /** Zero: the file is open, and nothing in it is selected. */
  readonly lines: number
}

export interface EditorReport {
  readonly state: EditorState
  readonly found: readonly EditorInfo[]
  /** Lock files that do not count, and why. */
  readonly ignored: readonly { readonly file: string; readonly why: string }[]
}

export type EditorAction =
  /** Absent `id`: the only one that has the folder of the session open. */
  | { readonly action: 'connect'; readonly id?: string }
  | { readonly action: 'disconnect' }
  | { readonly action: 'share'; readonly enabled: boolean }
