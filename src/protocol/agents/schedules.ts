/** When a schedule fires: by the clock on the wall, by a pause, or once at a moment (milliseconds since the epoch). */
export type ScheduleTime =
  | { readonly cron: string }
  | { readonly everyMs: number }
  | { readonly atMs: number }

/** A prompt that a clock says. It is never the person's word: whoever wrote it, nobody is there when it fires. */
export interface Schedule {
  readonly id: string
  readonly time: ScheduleTime
  readonly prompt: string
  /** `wakeup`: the next round of a loop that the model paces itself. */
  readonly kind: 'cron' | 'loop' | 'wakeup'
  readonly recurring: boolean
  /** Kept in a file of the project: fires in whichever session of it is open. */
  readonly durable: boolean
  readonly createdAt: number
  readonly firedAt?: number
  /** Why the model waits. */
  readonly reason?: string
}

/** One schedule, as people and programs see it. */
export interface ScheduleInfo extends Schedule {
  /** Its time in a few words: `0 9 * * 1-5`, `every 5m`, `once`. */
  readonly label: string
  readonly nextAt?: number
  /** It comes with the project, and nobody has approved it yet. */
  readonly unapproved?: true
}

/** What woke somebody who slept. */
export type Wake = 'message' | 'task' | 'schedule'

/** The schedules of a session, for its tools. ToolError for what cannot be. */
export interface Schedules {
  create(wanted: {
    readonly cron: string
    readonly prompt: string
    readonly recurring: boolean
    readonly durable: boolean
  }): Promise<ScheduleInfo>
  remove(id: string): Promise<ScheduleInfo>
  list(): readonly ScheduleInfo[]
  /** The next round of a loop the model paces itself; takes the place of one that waits. */
  wakeUp(wanted: {
    readonly delayMs: number
    readonly prompt: string
    readonly reason: string
  }): Promise<ScheduleInfo>
  /** Ends that loop; false when there was none. */
  endLoop(): Promise<boolean>
  /** Resolves when there is something new for the model, with what it is; never when `signal` aborts first. */
  news(signal: AbortSignal): Promise<Wake>
}

/** The same for a person who types `/loop`. OpError for what cannot be. */
export interface LoopCommands {
  /** Every so often from now on. The first round is the person's own message, `opening`; absent: it fires at once. */
  every(wanted: {
    readonly everyMs: number
    readonly prompt: string
    readonly opening?: string
  }): Promise<ScheduleInfo>
  /** The model says when the next round is. */
  paced(opening: string): Promise<void>
  list(): readonly ScheduleInfo[]
  /** One of them, or all loops; answers what was stopped. */
  stop(id?: string): Promise<readonly ScheduleInfo[]>
  /** What a bare `/loop` repeats; absent: the person and the project have said nothing. */
  standing(): { readonly file: string; readonly text: string } | undefined
}
