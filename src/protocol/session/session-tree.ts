import type { LocalizedText } from '../messages/localized-text.ts'
import type { RewindReport } from './file-history.ts'

/** One message of the person, as a knot of the tree a session file is. */
export interface PromptNode {
  readonly uuid: string
  /** The message of the person before it on the same branch; null for a first one. */
  readonly parent: string | null
  /** Messages of the person that follow it: more than one make it a branch point. */
  readonly children: readonly string[]
  /** Its beginning, on one line. */
  readonly title: string
  readonly timestamp: string
  readonly ageMs: number
  /** It is on the way to where the conversation stands. */
  readonly current: boolean
  /** No other message of the person follows: a branch ends here. */
  readonly leaf: boolean
  /** The last thing the model said in answer to it, for `bring_back`. */
  readonly answer?: string
  /** The conversation was summed up in its turn: going back to before it undoes that. */
  readonly compacted?: boolean
  /** It is on the way, but the conversation was cleared after it: out of sight, to be had from the whole tree. */
  readonly cleared?: boolean
}

export interface SessionTree {
  /** In the order they were said. */
  readonly prompts: readonly PromptNode[]
  /** The last message of the person on the current branch; null before the first. */
  readonly current: string | null
}

/** What a move takes along: what was said, what is in the files, or both. */
export type MoveScope = 'conversation' | 'code' | 'both'

export interface MoveRequest {
  /** A message of the person. */
  readonly messageUuid: string
  readonly what: MoveScope
  /** `before` (default): back to before its turn. `end`: over to the end of the newest branch it is on. */
  readonly to?: 'before' | 'end'
  /** Only say what would be done. */
  readonly dryRun?: boolean
  /** Also overwrite files that somebody else has changed. */
  readonly force?: boolean
}

/** Nothing is deleted by a move: what is left stays in the session file as a branch. */
export type MoveReport =
  | {
      readonly canMove: false
      readonly error: string
      readonly localized?: LocalizedText
      readonly files?: RewindReport
    }
  | {
      readonly canMove: true
      readonly conversation?: {
        /** Messages of the person that are no longer in sight, oldest first. */
        readonly left: readonly string[]
        /** Those that come into sight. */
        readonly taken: readonly string[]
        /** What was said there, to be said again in other words; only when going back to before it. */
        readonly prompt?: string
        /** A summary gives way to what it stood for. */
        readonly undoesCompaction: boolean
      }
      readonly files?: RewindReport
    }
