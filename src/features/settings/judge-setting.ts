import { settingsWriteText } from '../../protocol/messages/host/settings-writes.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { checkSettings } from './check-settings.ts'
import { FOR_EDITORS } from './elsewhere.ts'
import { meaningOf, rowOf } from './known-keys.ts'
import { SETTING_ROWS } from './rows/index.ts'
import { isTighter, type SettingRow } from './rows/row.ts'

interface Refused {
  /** Why, in whole sentences. */
  readonly refused: LocalizedText
}

/** What is known of a setting by its dotted key. */
export const describeSetting = (key: string): Refused | Pick<SettingRow, 'default'> => {
  const refused = nameRefused(key)
  if (refused !== undefined) return { refused }
  const row = rowOf(key)
  return row?.key === key && row.default !== undefined ? { default: row.default } : {}
}

/** Whether one value may be written for a key, and from when on it counts. */
export const judgeSetting = (
  key: string,
  value: string | number | boolean | object,
  scope: 'user' | 'project' | 'local',
): Refused | Pick<SettingRow, 'counts'> => {
  const path = key.split('.')
  const by = setBy(path[0] ?? key)
  if (by !== undefined)
    return {
      refused: settingsWriteText('not_set_here', { key: String(path[0]), how: settingsWriteText(by) }),
    }
  const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const [complaint] = checkSettings(whole, []).complaints
  if (complaint) {
    const row = complaint.message.text.endsWith('?') ? 'bad_value_question' : 'bad_value'
    return { refused: settingsWriteText(row, { key, problem: complaint.message }) }
  }
  const row = rowOf(key)
  const refused = nameRefused(key) ?? (row && scopeRefused(row, value, scope))
  if (refused !== undefined) return { refused }
  return { counts: row?.counts ?? 'next start' }
}

const nameRefused = (key: string): LocalizedText | undefined => {
  const meaning = meaningOf(key)
  if (meaning === 'elsewhere') return settingsWriteText('of_other_tools', { key })
  if (meaning === 'unknown') return settingsWriteText('unknown', { key })
  return undefined
}

/** Of whole groups: what is decided with questions and rules of its own is not set by a key and a value. */
const setBy = (top: string): SettingRow['setBy'] | 'by_editors' =>
  top === FOR_EDITORS
    ? 'by_editors'
    : SETTING_ROWS.find(({ key, setBy }) => setBy !== undefined && (key === top || key.startsWith(`${top}.`)))
        ?.setBy

const scopeRefused = (
  row: SettingRow,
  value: unknown,
  scope: 'user' | 'project' | 'local',
): LocalizedText | undefined => {
  if (row.managedOnly) return settingsWriteText('managed_only', { key: row.key })
  if (scope !== 'project') return undefined
  const isLoose = row.project === 'never' || (row.stricter !== undefined && !isTighter(row, value))
  return isLoose ? settingsWriteText('too_loose', { key: row.key }) : undefined
}
