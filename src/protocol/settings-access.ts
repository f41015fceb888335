/** Settings by dotted key. */
export interface SettingsAccess {
  /** What counts now, objects taken apart. */
  list(): readonly { readonly key: string; readonly value: unknown }[]
  /** What is known of a key that is not set. Throws OpError for what is no setting. */
  about(key: string): Promise<{ readonly default?: unknown }>
  /** Throws OpError for what is no setting, or is no value for it. */
  write(
    key: string,
    value: string | number | boolean,
    scope: 'user' | 'project' | 'local',
  ): Promise<{ readonly file: string; readonly counts: 'now' | 'next start' }>
}
