/** A call of a script, on one line. */
export interface ScriptCallRow {
  readonly tool: string
  /** Foreign words. */
  readonly about: string
  readonly state: 'running' | 'done' | 'failed' | 'denied'
  /** Of the script. */
  readonly line?: number
}

/** A call of a script that somebody is asked about. */
export interface ScriptAsking {
  readonly code: string
  readonly line?: number
  /** Which call of the script it is, and how many of the same tool came before. */
  readonly call: number
  readonly before: number
}
