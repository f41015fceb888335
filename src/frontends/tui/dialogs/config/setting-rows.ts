import { escapeLine } from '../../../../lib/escape-text.ts'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** Name, value and where it stands. */
export const settingOptions = (
  rows: readonly OfferedSetting[],
  words: Words['panels']['config'],
): readonly Option<OfferedSetting>[] => {
  const longest = rows.reduce((most, { key }) => Math.max(most, key.length), 0)
  return rows.map(row => ({
    value: row,
    label: `${row.key.padEnd(longest)} ${shownValue(row.value, words)}`,
    detail: row.source === '' ? words.default : escapeLine(row.source, 80),
  }))
}

export const shownValue = (value: unknown, words: Words['panels']['config']): string => {
  if (value === undefined || value === null) return words.unset
  if (typeof value === 'boolean') return value ? words.on : words.off
  return escapeLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 60)
}

/** What choosing a row leads to: a new value at once, or the way to one. */
export type SettingStep =
  | { readonly kind: 'write'; readonly value: unknown }
  | { readonly kind: 'choose'; readonly choices: readonly string[] }
  | { readonly kind: 'type'; readonly text: string }

export const stepFor = ({ kind, value, choices }: OfferedSetting): SettingStep => {
  if (kind === 'boolean') return { kind: 'write', value: value !== true }
  if (kind === 'choice') return { kind: 'choose', choices: choices ?? [] }
  return { kind: 'type', text: typeof value === 'string' ? value : value === undefined ? '' : String(value) }
}
