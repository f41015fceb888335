import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

type SettingWords = Pick<Words['panels'], 'config' | 'settings'>

/** What a setting does, in words. */
export const aboutSetting = (
  { key, description }: OfferedSetting,
  { settings }: Pick<SettingWords, 'settings'>,
): string => settings[key] ?? escapeProse(description, 300)

/** The same in short: what stands before the details. */
export const settingName = (row: OfferedSetting, words: Pick<SettingWords, 'settings'>): string =>
  aboutSetting(row, words)
    .split(/[:：;；(（,，]/)[0]
    ?.trim() || row.key

/** Longer names are cut, so that values stay in sight. */
const NAME_COLUMNS = 46

/** Name, value and where it stands. The key is found by a search, too. */
export const settingOptions = (
  rows: readonly OfferedSetting[],
  { config: words, settings }: SettingWords,
): readonly Option<OfferedSetting>[] => {
  const names = rows.map(row => truncateAnsi(settingName(row, { settings }), NAME_COLUMNS))
  const longest = Math.max(0, ...names.map(textWidth))
  return rows.map((row, at) => {
    const name = names[at] ?? row.key
    const value = shownValue(row.value ?? row.default, words)
    const isDefault = row.layer === undefined && row.source === ''
    // "not set" and "default" say it themselves.
    const detail = ['default', words.unset, words.default].includes(value) ? '' : words.default
    return {
      value: row,
      label: `${name}${' '.repeat(longest - textWidth(name))}  ${value}`,
      also: row.key,
      detail: isDefault ? detail : cameFrom(row, words),
    }
  })
}

/** Whose file it stands in, and what would count without it. */
const cameFrom = (row: OfferedSetting, words: Words['panels']['config']): string => {
  const whose = row.layer === undefined ? escapeLine(row.source, 80) : words.layers[row.layer]
  return row.default === undefined
    ? whose
    : words.withDefault(whose, words.defaultIs(shownValue(row.default, words)))
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
  /** It is changed in a file. */
  | { readonly kind: 'elsewhere'; readonly key: string }

export const stepFor = ({ key, kind, value, choices, ...row }: OfferedSetting): SettingStep => {
  if (kind === 'fixed') return { kind: 'elsewhere', key }
  if (kind === 'boolean') return { kind: 'write', value: (value ?? row.default) !== true }
  if (kind === 'choice') return { kind: 'choose', choices: choices ?? [] }
  return { kind: 'type', text: typeof value === 'string' ? value : value === undefined ? '' : String(value) }
}
