import type { LocalizedText } from '../messages/localized-text.ts'
/** Who writes a file now, so that two do not write over each other. Of one thread. */
export interface Leases {
  /** Throws ToolError with words for the model while somebody else has the file. Takes nothing. */
  check(path: string): void
  /** The same, and from now on until its turn ends the file is this thread's; `change` is what it is about to do. */
  take(path: string, change: { readonly before: Uint8Array | undefined; readonly after: Uint8Array }): void
  /** Who wrote the file last, if that was somebody else in this session; for the model. */
  lastWriter(path: string): LocalizedText | undefined
  /** The turn is over. */
  release(): void
}
