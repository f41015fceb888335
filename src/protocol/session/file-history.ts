import type { LocalizedText, Text } from '../messages/localized-text.ts'
/** What was at a path at one moment: nothing, a regular file whose content is kept under its SHA-256, or a link. */
export type FileVersion =
  | null
  | {
      readonly hash: string
      /** Permission bits; absent when they were not known yet. */
      readonly mode?: number
    }
  | { readonly link: string }

/** One path, before and after something this session did. */
export interface FileChange {
  readonly before: FileVersion
  readonly after: FileVersion
}

/** One directory: its permission bits, null where there is none. */
export interface FolderChange {
  readonly before: number | null
  readonly after: number | null
}

/**
 * Line of the session file: what changed since the line before, by tools or shell commands, in the turn of one user
 * message (or by a rewind, under an id of its own). Unlike other metadata every line counts.
 */
export interface FileHistoryEntry {
  readonly type: 'file-history-snapshot'
  readonly sessionId: string
  readonly messageUuid: string
  /** By absolute real path. */
  readonly files: Readonly<Record<string, FileChange>>
  /** Directories that were made on the way. */
  readonly dirs?: readonly string[]
  /** Directories that came, went or got another mode, by absolute real path. */
  readonly folders?: Readonly<Record<string, FolderChange>>
  /** Pipes, sockets and devices that came: nothing of them can be kept. */
  readonly specials?: readonly string[]
  /** Changed, but without a copy of what was there before. */
  readonly uncovered?: readonly string[]
  /** Found while only background work was running: these may be somebody else's changes. */
  readonly shared?: boolean
  /** Commands that had not ended when the program did: nobody saw what they changed. */
  readonly unseen?: readonly string[]
  /** What is beyond the limits of the history from here on, in words. */
  readonly beyond?: readonly string[]
  /** The same as data, in the same order. */
  readonly localizedBeyond?: readonly LocalizedText[]
  /** Written before the change by a tool: a program that was killed in between has not made it. */
  readonly intent?: true
  /** Commands that are about to run, in words by id: what they change is in the history when they have `ended`. */
  readonly begun?: Readonly<Record<string, string>>
  readonly ended?: readonly string[]
  /** Of a rewind: `begun` tells before the first change what it will do, `ended` after the last what came otherwise. */
  readonly rewind?: 'begun' | 'ended'
}

/** The order of things, as a session file tells it: a message of the person, or what changed after it. */
export type FileHistoryLine = { readonly message: string } | FileHistoryEntry

export interface RewindRequest {
  /** The message of the person before whose turn the files should be again, or the `undo` of an earlier rewind. */
  readonly messageUuid: string
  /** `end`: how files were when that message was the last one of its branch; `before` when absent. */
  readonly to?: 'before' | 'end'
  /** Only say what would be done. */
  readonly dryRun?: boolean
  /** Also overwrite what somebody else has changed. What is overwritten can be had back with `undo`. */
  readonly force?: boolean
}

export interface RewindFile {
  readonly path: string
  /** `restore`: other content; `recreate`: it is gone; `delete`: it was not there before. */
  readonly action: 'restore' | 'recreate' | 'delete'
  readonly insertions: number
  readonly deletions: number
}

/** A file that would have to change and is left as it is. */
export interface UnrestoredFile {
  readonly path: string
  /** English. */
  readonly why: string
  readonly localized: LocalizedText
  /** Others may have changed it: `force` would overwrite that. */
  readonly byOthers?: true
}

export type RewindReport =
  /** `cutOff` here and below: an earlier rewind did not come to its end; rewinding to this id takes back what it did. */
  | {
      readonly canRewind: false
      readonly error: string
      readonly localized: LocalizedText
      readonly cutOff?: string
    }
  | {
      readonly canRewind: true
      readonly files: readonly RewindFile[]
      readonly kept: readonly UnrestoredFile[]
      /** What the history knows nothing of, in English. */
      readonly notCovered: readonly string[]
      /** The same as data. */
      readonly localizedNotCovered: readonly Text[]
      readonly insertions: number
      readonly deletions: number
      /** Set when something was done: rewinding to this id takes it back. */
      readonly undo?: string
      readonly cutOff?: string
    }
