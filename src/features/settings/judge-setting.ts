import { checkSettings } from './check-settings.ts'
import { FOR_EDITORS } from './elsewhere.ts'
import { meaningOf, rowOf } from './known-keys.ts'
import { SETTING_ROWS } from './rows/index.ts'
import { isTighter, type SettingRow } from './rows/row.ts'

interface Refused {
  /** Why, in whole sentences. */
  readonly refused: string
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
  if (by !== undefined) return { refused: `"${path[0]}" cannot be set here. ${by}` }
  const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
  const [complaint] = checkSettings(whole, []).complaints
  if (complaint) return { refused: `"${key}": ${complaint.message.replace(/[^?]$/, '$&.')}` }
  const row = rowOf(key)
  const refused = nameRefused(key) ?? (row && scopeRefused(row, value, scope))
  if (refused !== undefined) return { refused }
  return { counts: row?.counts ?? 'next start' }
}

const nameRefused = (key: string): string | undefined => {
  const meaning = meaningOf(key)
  if (meaning === 'elsewhere') return `"${key}" is known to other tools, with no effect here.`
  if (meaning === 'unknown') return `There is no setting "${key}". /config lists those that are set.`
  return undefined
}

/** Of whole groups: what is decided with questions and rules of its own is not set by a key and a value. */
const setBy = (top: string): string | undefined =>
  top === FOR_EDITORS
    ? 'Edit the settings file; only editors use it.'
    : SETTING_ROWS.find(({ key, setBy }) => setBy !== undefined && (key === top || key.startsWith(`${top}.`)))
        ?.setBy

const scopeRefused = (
  row: SettingRow,
  value: unknown,
  scope: 'user' | 'project' | 'local',
): string | undefined => {
  if (row.managedOnly) return `"${row.key}" only works in managed settings.`
  if (scope !== 'project') return undefined
  const isLoose = row.project === 'never' || (row.stricter !== undefined && !isTighter(row, value))
  return isLoose
    ? `A project may not set "${row.key}" to this; put it in your user settings if you want it.`
    : undefined
}
