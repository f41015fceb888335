/** The names of the files of the project. The index is built and kept up to date behind this. */
export interface FilesPort {
  /** Best first. Undefined while the first index is being built. Synchronous: a key must not wait. */
  search(query: string, limit: number): readonly FileMatch[] | undefined
  /** The same of all files, when `search` had to stop early; undefined when its answer was whole. */
  finish?(query: string, limit: number, signal: AbortSignal): Promise<readonly FileMatch[]> | undefined
  /** What the person's own program finds, where they have one (undefined: none); it may have no answer. */
  ask?(query: string, signal: AbortSignal): Promise<readonly FileMatch[] | undefined> | undefined
  /** When the index that is being built is there. */
  settled?(): Promise<void>
  /** Entries of a directory below the working directory, or of `~/` and absolute ones. */
  list(directory: string): Promise<readonly FileMatch[]>
  /** Something was changed by the program: look again soon. */
  refresh(): void
}
export interface FileMatch {
  /** Relative to the working directory, with `/`; a directory ends with it. */
  readonly path: string
  readonly matched: readonly number[]
}
