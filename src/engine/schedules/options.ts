/** Where schedules outside of a session are, and whether anything fires by itself. */
export interface SchedulesChoice {
  /** Nothing is scheduled in this session. */
  readonly off?: boolean
  /** The project; what is written stays in it. */
  readonly root: string
  /** Files of the project with schedules, the one of our own first; none of a folder that nobody trusts. */
  readonly files: readonly string[]
  /** Private to the person: path, without its ending, of what this machine knows about those. */
  readonly state: string
  /** What a bare `/loop` repeats: the first that is there counts. */
  readonly loopFiles: readonly string[]
}
