/** Looks at code by its syntax. Nothing leaves the machine, and no model is asked. */
export interface CodeReader {
  /** Throws ToolError where none can be made. */
  map(query: CodeMapQuery, around: AroundCode): Promise<CodeMap>
  /** Files that cannot be taken apart are counted. Throws ToolError for a pattern that cannot be looked for. */
  match(query: SyntaxQuery, signal: AbortSignal): Promise<SyntaxFound>
}

export interface AroundCode {
  readonly signal: AbortSignal
  /** Whether a rule forbids to read a file. */
  isDenied(path: string): boolean
}

export interface CodeMapQuery {
  /** Real path of a directory. */
  readonly directory: string
  /** What it is for: names and words. */
  readonly words: readonly string[]
  readonly tokens: number
}

export interface CodeMap {
  readonly text: string
  /** In the map. */
  readonly shownFiles: number
  /** Code files below the directory. */
  readonly files: number
}

export interface SyntaxQuery {
  /** Absolute. */
  readonly files: readonly string[]
  readonly pattern: string
  readonly language: string
  readonly mostMatches: number
  readonly rewrite?: string
}

export interface SyntaxFound {
  readonly found: readonly {
    readonly path: string
    readonly matches: readonly { readonly from: number; readonly to: number; readonly lines: string }[]
    /** What the file would hold. */
    readonly after?: string
  }[]
  readonly isCut: boolean
  /** Files that could not be taken apart. */
  readonly unread: number
}

export interface ForCode {
  /** Absent where code cannot be looked at by its syntax. */
  readonly codeReader?: CodeReader
}
