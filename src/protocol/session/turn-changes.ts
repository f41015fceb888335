import type { LocalizedText } from '../messages/localized-text.ts'
/** What one turn of the conversation did to files. */
export interface TurnChanges {
  /** Of the message of the person that began the turn. */
  readonly messageUuid: string
  readonly prompt: string
  readonly files: readonly FileChange[]
}

export interface FileChange {
  readonly path: string
  readonly status: 'added' | 'changed' | 'deleted'
  /** Unified diff of the turn, bounded; `cut` when there was more. Absent for binary files. */
  readonly diff?: string
  readonly cut?: boolean
  readonly added: number
  readonly removed: number
  /** The single edits of tools in it, each of which can be taken back while the file still has what it wrote. */
  readonly edits: readonly {
    readonly toolUseId: string
    readonly diff: string
    /** Absent when it can; else why not. */
    readonly stuck?: string
    readonly localized?: LocalizedText
  }[]
}
