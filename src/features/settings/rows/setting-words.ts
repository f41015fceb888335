import { SETTING_GROUPS } from './index.ts'
import type { DescribedRow, SettingWords } from './row.ts'

/** By key what each setting does. The build makes a file of data of it (scripts/setting-words.mjs). */
export const SETTING_WORDS: Readonly<Record<string, SettingWords>> = Object.fromEntries(
  SETTING_GROUPS.flatMap(({ rows }): readonly DescribedRow[] => rows).map(({ key, doc }) => [key, doc]),
)
