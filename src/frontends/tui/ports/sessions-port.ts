import type { Message } from '../../../protocol/message.ts'

/** Earlier conversations, for the resume picker. */
export interface SessionRow {
  readonly id: string
  readonly title: string
  readonly modifiedAt: number
  readonly bytes: number
  readonly branch?: string
  readonly cwd: string
  /** Another process has it open. */
  readonly open?: boolean
  /** Of a run without a screen (-p). */
  readonly scripted?: boolean
  /** The leader of a team started it. */
  readonly member?: { readonly name: string; readonly team: string }
}
/** Something that was said, on one line. */
export interface SessionLine {
  readonly who: 'user' | 'assistant'
  readonly text: string
}
/** What stands before a compaction, by its boundary. Rejects with OpError when that cannot be had. */
export type ReadEarlier = (boundary: string) => Promise<readonly Message[]>

export interface SessionsPort {
  list(options: { readonly everywhere: boolean }): Promise<readonly SessionRow[]>
  /** Full-text, newest first; `snippet` is a line around the match. */
  grep(
    text: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly id: string; readonly snippet: string }[]>
  /** The last things that were said, oldest first. */
  preview(id: string): Promise<readonly SessionLine[]>
  /** What an agent's own file holds, from its end as far as a screen has use for it. */
  thread(path: string): Promise<readonly Message[]>
  /** Absent: what is shown begins with the last compaction, and the rest is read by who scrolls up to it. */
  readonly earlier?: ReadEarlier
  /** Ends this program's conversation and goes on with that one in its place. When that fails, it is said. */
  resume(id: string): void
}
