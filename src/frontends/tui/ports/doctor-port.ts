export interface HealthCheck {
  readonly area: string
  readonly level: 'good' | 'warning' | 'error' | 'info'
  readonly text: string
  /** What to do about it. */
  readonly advice?: string
  /** Does it. */
  fix?(): Promise<string>
}
/** Looks at installation, credentials, settings, instruction files, sandbox, search, sessions, terminal. */
export interface DoctorPort {
  check(): Promise<readonly HealthCheck[]>
}
