import type { PermissionMode } from '../permission.ts'

/** A session that is a member of a team. What its leader started is told so over a file nobody else can read. */
export interface Teammate {
  readonly team: string
  readonly name: string
  /** What the leader is called. */
  readonly leader: string
  /**
   * Known to the leader's process and this one alone: by it they know each other's questions and answers. Absent:
   * somebody else started it, who answers its questions.
   */
  readonly secret?: string
  /** Its plan goes to the leader, and once it is approved it works in this mode. Absent: the person approves it. */
  readonly plans?: PermissionMode
  /** The first thing it is told; absent: it waits for work. */
  readonly prompt?: string
  /** It has nothing to do for now, and its leader knows. */
  resting(): void
  /** It has left its team: its process has nothing more to do. */
  left(): void
}

/** Where members of a team work. */
export const TEAMMATE_MODES = ['auto', 'in-process', 'process', 'tmux'] as const
export type TeammateMode = (typeof TEAMMATE_MODES)[number]
