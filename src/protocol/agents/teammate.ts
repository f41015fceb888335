/** What a member in a process of its own is told by the leader that starts it, over a file nobody else can read. */
export interface Teammate {
  readonly team: string
  readonly name: string
  /** What the leader is called. */
  readonly leader: string
  /** Known to the leader's process and this one alone: by it they know each other's questions and answers. */
  readonly secret: string
  /** The first thing it is told. */
  readonly prompt: string
  /** It has nothing to do for now, and its leader knows. */
  resting(): void
  /** It has left its team: its process has nothing more to do. */
  left(): void
}

/** Where members of a team work. */
export const TEAMMATE_MODES = ['auto', 'in-process', 'process', 'tmux'] as const
export type TeammateMode = (typeof TEAMMATE_MODES)[number]
