/** What a thread is started with. */
export interface CodeThreadStart {
  readonly job: 'read code'
  /** Where what was found out is kept; absent: nowhere. */
  readonly cacheFile?: string
  readonly root: string
}

export type CodeRequest = { readonly id: number } & (
  | {
      readonly kind: 'list'
      /** Parted by NUL bytes. */
      readonly lists: readonly Uint8Array[]
      readonly without: readonly string[]
    }
  | ({ readonly kind: 'map' } & MapQuery)
  | ({ readonly kind: 'match' } & MatchQuery)
)

export interface MapQuery {
  /** Only files below this directory, below the root and with a slash at its end; '': all. */
  readonly below: string
  readonly paths: readonly string[]
  readonly words: readonly string[]
  readonly tokens: number
  /** Files that changed for sure. */
  readonly touched: readonly string[]
}

export interface MatchQuery {
  /** Absolute. */
  readonly files: readonly string[]
  readonly pattern: string
  /** A grammar's name. */
  readonly language: string
  readonly mostMatches: number
  /** What matches are to become; absent: they are only looked for. */
  readonly rewrite?: string
}

export type CodeAnswer = { readonly id: number } & (
  | { readonly kind: 'listed'; readonly files: number }
  | {
      readonly kind: 'map'
      readonly text: string
      readonly shown: readonly string[]
      readonly files: number
    }
  /** Nothing was listed yet, or directories changed: a list is needed first. */
  | { readonly kind: 'unlisted' }
  | {
      readonly kind: 'matches'
      readonly found: readonly FileMatches[]
      readonly isCut: boolean
      readonly unread: number
    }
  | { readonly kind: 'refused'; readonly why: PatternFault }
  | { readonly kind: 'failed'; readonly message: string }
)

/** Why a pattern cannot be looked for. */
export type PatternFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'syntax'; readonly near: string }
  | { readonly kind: 'hole'; readonly name: string }

export interface FileMatches {
  readonly path: string
  readonly matches: readonly SyntaxMatch[]
  /** The file as it would be. */
  readonly after?: string
}

export interface SyntaxMatch {
  /** From one. */
  readonly from: number
  readonly to: number
  /** The lines it is in. */
  readonly lines: string
}
