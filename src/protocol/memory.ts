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
