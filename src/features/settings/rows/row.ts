import type { Check } from '../check.ts'

/** A value as it stands in a file. */
type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json }

/** One setting: whatever is said, checked or offered anywhere about it is made from this. */
export interface SettingRow {
  /** Dotted path in a settings file. */
  readonly key: string
  readonly check: Check<string | number | boolean | object>
  /** What it does, in one line without a full stop. */
  readonly doc: string
  /** What counts when no file says anything; absent: nothing, or it depends. */
  readonly default?: Json
  /**
   * What a folder may say: `always` counts even before the folder is trusted, `tighter` only what restricts counts,
   * `never` nothing does, `proposes` the person
   * is asked. Absent: it counts once the folder is trusted.
   */
  readonly project?: 'always' | 'tighter' | 'never' | 'proposes'
  /** What of it does not count from a folder, in words. */
  readonly projectLimit?: string
  /** It counts in managed settings only. */
  readonly managedOnly?: true
  /** The value of a switch that restricts; `longer`: every entry of the list restricts. */
  readonly stricter?: boolean | 'longer'
  /** From when on a change counts for a session that runs. */
  readonly counts: 'now' | 'next start'
  /** Offered in the dialog of /config: the lower `at`, the further up. `choices`: of a text, what is offered. */
  readonly edit?: { readonly at: number; readonly choices?: readonly string[] }
  /**
   * Its texts never hold a secret, so that a model and remote clients may be shown them. Absent: only that it is set.
   * Switches, numbers and choices need no such word.
   */
  readonly public?: true
  /** Why `/config key=value` does not write it, and what does. */
  readonly setBy?: 'by_permissions' | 'by_editing' | 'by_plugin' | 'by_plugin_configure' | 'by_mcp'
}

/** Rows that belong together, with the page that tells more. */
export interface SettingGroup {
  readonly title: string
  readonly page?: string
  readonly rows: readonly SettingRow[]
}

/** Whether a value of this setting, from a trusted folder, restricts. What nobody thought of does not. */
export const isTighter = ({ stricter }: Pick<SettingRow, 'stricter'>, value: unknown): boolean =>
  Array.isArray(value) ? stricter === 'longer' : stricter !== undefined && stricter === value
