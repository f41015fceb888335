import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
export interface HealthCheck {
  readonly area: string
  readonly level: 'good' | 'warning' | 'error' | 'info'
  readonly text: LocalizedText
  /** What to do about it. */
  readonly advice?: LocalizedText
  /** Does it. */
  fix?(): Promise<LocalizedText>
}
/** Looks at installation, credentials, settings, instruction files, sandbox, search, sessions, terminal. */
export interface DoctorPort {
  check(): Promise<readonly HealthCheck[]>
}
