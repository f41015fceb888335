/** How putting the memories in order ended. */
export type MemoryTidied =
  | {
      readonly kind: 'done'
      /** Files that were written anew, and those that are gone. */
      readonly saved: readonly string[]
      readonly removed: readonly string[]
      /** Where everything is as it was before; absent when nothing changed. */
      readonly backup?: string
    }
  /** Too soon, or there are no memories. */
  | { readonly kind: 'not_due' }
  /** Somebody else is at it. */
  | { readonly kind: 'busy' }
  /** Nothing was changed. */
  | { readonly kind: 'failed'; readonly why: string }

/** Where the index of the memories and their files do not match. Absolute paths. */
export interface MemoryIndexState {
  /** The index has a line for them, and they are not there: the line stays, and nobody is told. */
  readonly missing: readonly string[]
  /** Their line was taken out of the index and the file was left: neither told nor found. */
  readonly leftOut: readonly string[]
  /** All others, newest first. */
  readonly memories: readonly SavedMemory[]
}

/** One memory, for who shows it. Title and kind are what its file says: foreign text. */
export interface SavedMemory {
  readonly path: string
  readonly title: string
  readonly kind?: string
  readonly modifiedMs: number
}
