/** One thing of another program, as it would be ours. Nothing is written yet. */
export type ImportItem = ImportCommon &
  (
    | { readonly kind: 'instructions' | 'command' | 'agent'; readonly content: string }
    /** A directory, with all it holds. */
    | { readonly kind: 'skill' }
    /** Goes into the servers of the file it is for. */
    | { readonly kind: 'server'; readonly config: Readonly<Record<string, unknown>> }
  )

interface ImportCommon {
  readonly name: string
  /** File or directory it comes from. */
  readonly from: string
  /** File or directory it would be. */
  readonly to: string
  /** What the person should know: a value that was left out, a feature that has no counterpart. */
  readonly notes: readonly string[]
}

export interface ImportPlan {
  readonly items: readonly ImportItem[]
  /** What was found and is left alone. */
  readonly skipped: readonly { readonly from: string; readonly why: string }[]
}

/** Where to look and where to write, for one of the two. */
export interface ImportSource {
  readonly scope: 'user' | 'project'
  /** The home or the project. */
  readonly base: string
  /** `~/.capstan`, or `.capstan` of the project. */
  readonly target: string
  /** The file servers go into. */
  readonly servers: string
  /** Secrets are taken over as they are. */
  readonly secrets: boolean
}
