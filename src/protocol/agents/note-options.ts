import type { Text } from '../messages/localized-text.ts'
/** About something that the model is to be told. */
export interface NoteOptions {
  /** For the person, in one sentence: what is told, where nothing else shows it. */
  readonly shown?: Text
  /** It joins the next turn, whatever that is about, and starts none. */
  readonly startsNone?: boolean
  /** It starts a turn also where other news waits for the next message. */
  readonly urgent?: boolean
  /** It may go in a flood: a line of something that is watched, not the end or the words of anybody. */
  readonly droppable?: boolean
  /** The message of a team that it is. */
  readonly mail?: string
  /** The message of a channel that it is: the server it came from. */
  readonly channel?: string
  /** The message of another session that it is: the name of that session. */
  readonly peer?: string
  /** Whether it is not to be told any more, asked when it would be. */
  isWithdrawn?(): boolean
  /** Its message is on disk, and so part of every request from then on. */
  onRecorded?(): void
}
