import type { Check } from '../check.ts'

/** A value as it stands in a file. */
type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json }

/** What a run goes by of one setting: how it is read, and from where. */
export interface SettingRow {
  /** Dotted path in a settings file. */
  readonly key: string
  readonly check: Check<string | number | boolean | object>
  /** What counts when no file says anything; absent: nothing, or it depends. */
  readonly default?: Json
  /**
   * What a folder may say: `always` counts even before the folder is trusted, `tighter` only what restricts counts,
   * `never` nothing does, `proposes` the person
   * is asked. Absent: it counts once the folder is trusted.
   */
  readonly project?: 'always' | 'tighter' | 'never' | 'proposes'
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

/** One setting: whatever is said, checked or offered anywhere about it is made from this. */
export interface DescribedRow extends SettingRow {
  /**
   * What it does, in one line without a full stop. The build takes it out of the rows, which every start reads: who shows
   * it loads `setting-words.ts`.
   */
  readonly doc: SettingWords
  /** What of it does not count from a folder, in words; for the page of all settings. */
  readonly projectLimit?: string
}

export interface SettingWords {
  readonly en: string
  readonly zh: string
}

/** Rows that belong together, with the page that tells more. */
export interface SettingGroup {
  readonly title: string
  readonly page?: string
  readonly rows: readonly DescribedRow[]
}

/** Whether a value of this setting, from a trusted folder, restricts. What nobody thought of does not. */
export const isTighter = ({ stricter }: Pick<SettingRow, 'stricter'>, value: unknown): boolean =>
  Array.isArray(value) ? stricter === 'longer' : stricter !== undefined && stricter === value
