/** A setting that counts now: with its value, or, where that may hold a secret, only that it is set. */
export type ListedSetting =
  | { readonly key: string; readonly value: unknown }
  | { readonly key: string; readonly hidden: true }

/** Settings by dotted key, for a tool: what it answers reaches a model. */
export interface SettingsAccess {
  /** What counts now, objects taken apart. A value that may hold a secret is not among it: only that it is set. */
  list(): Promise<readonly ListedSetting[]>
  /** What is known of a key that is not set. Throws OpError for what is no setting. */
  about(key: string): Promise<{ readonly default?: unknown }>
  /** Throws OpError for what is no setting, or is no value for it. */
  write(
    key: string,
    value: string | number | boolean,
    scope: 'user' | 'project' | 'local',
  ): Promise<{ readonly file: string; readonly counts: 'now' | 'next start' }>
}
