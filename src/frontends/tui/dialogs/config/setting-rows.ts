import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import { type OfferedSetting, SETTING_SECTIONS } from '../../ports/settings-port.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

type SettingWords = Pick<Words['panels'], 'config' | 'aboutSetting'>

/** What a setting does, in words. */
export const aboutSetting = (
  { description }: OfferedSetting,
  words: Pick<SettingWords, 'aboutSetting'>,
): string => escapeProse(words.aboutSetting(description), 400)

/** The same in short: what stands before the details. */
const settingName = (row: OfferedSetting, words: Pick<SettingWords, 'aboutSetting'>): string =>
  aboutSetting(row, words)
    .split(/[:：;；(（,，]/)[0]
    ?.trim() || row.key

/** The value of the line that stands for settings which only a file changes. */
export const UNFOLD = 'unfold'

export type SettingOption = Option<OfferedSetting | typeof UNFOLD | undefined>

interface SettingLook {
  readonly words: SettingWords
  /** Columns of the list. */
  readonly width: number
  /** Settings that only a file changes are shown, too. */
  readonly unfolded?: boolean
}

/** Longer names are cut, so that values stay in sight; the row that is pointed at is told whole below the list. */
const NAME_COLUMNS = 70
const NAME_SHARE = 0.6
const POINTER_COLUMNS = 2
const GAP = 2

/**
 * Section by section: name, value and whose file it stands in. What is not set and cannot be changed here is behind one
 * line. A search finds a setting by its key, all of its description and its section, too.
 */
export const settingOptions = (
  rows: readonly OfferedSetting[],
  { words, width, unfolded = false }: SettingLook,
): readonly SettingOption[] => {
  const room = width - POINTER_COLUMNS
  const most = Math.min(NAME_COLUMNS, Math.floor(room * NAME_SHARE))
  const names = rows.map(row => truncateAnsi(settingName(row, words), most))
  const column = Math.max(0, ...names.map(textWidth)) + GAP
  const optionOf = (row: OfferedSetting): SettingOption => {
    const name = names[rows.indexOf(row)] ?? row.key
    const value = shownValue(row.value ?? row.default, words.config)
    return {
      value: row,
      label: `${name}${' '.repeat(column - textWidth(name))}${truncateAnsi(value, room - column)}`,
      also: `${row.key} ${aboutSetting(row, words)} ${words.config.sections[row.section]}`,
      detail: detailOf(row, value, words.config),
    }
  }
  const sectionsOf = (members: readonly OfferedSetting[], detail: string): readonly SettingOption[] =>
    SETTING_SECTIONS.flatMap((section): readonly SettingOption[] => {
      const those = members.filter(row => row.section === section)
      if (those.length === 0) return []
      const label = words.config.sections[section]
      return [{ value: undefined, label, detail, heading: true, disabled: true }, ...those.map(optionOf)]
    })
  const here = rows.filter(row => row.kind !== 'fixed' || row.source !== '')
  const inFiles = rows.filter(row => !here.includes(row))
  const behind = sectionsOf(inFiles, words.config.inFile)
  if (unfolded || inFiles.length === 0) return [...sectionsOf(here, ''), ...behind]
  return [
    ...sectionsOf(here, ''),
    { value: UNFOLD, label: words.config.more(inFiles.length), fold: true },
    ...behind.map(option => ({ ...option, folded: true })),
  ]
}

/** "not set" and "default" say themselves that it is the default. */
const detailOf = (row: OfferedSetting, value: string, words: Words['panels']['config']): string => {
  if (row.source !== '' || row.layer !== undefined) return cameFrom(row, words)
  return ['default', words.unset, words.default].includes(value) ? '' : words.default
}

const cameFrom = (row: OfferedSetting, words: Words['panels']['config']): string =>
  row.layer === undefined ? escapeLine(row.source, 80) : words.layers[row.layer]

/** All that is known of a setting, for the lines below the list: key, what it does, a long value, file and default. */
export const settingFacts = (row: OfferedSetting, words: SettingWords): string => {
  const { config } = words
  const value = wholeValue(row.value, config)
  return [
    `${row.key}${config.about}${aboutSetting(row, words)}`,
    ...(value.length > SHORT_VALUE ? [config.valueIs(value)] : []),
    ...(row.source === '' ? [] : [config.setIn(escapeLine(row.source, 200))]),
    ...(row.source === '' || row.default === undefined
      ? []
      : [config.defaultIs(wholeValue(row.default, config))]),
  ].join(' · ')
}

/** Such a value is in sight in the list, also at 80 columns. */
const SHORT_VALUE = 20
const MOST_LETTERS = 2_000

const wholeValue = (value: unknown, words: Words['panels']['config']): string => {
  if (value === undefined || value === null) return words.unset
  if (typeof value === 'boolean') return value ? words.on : words.off
  return escapeLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), MOST_LETTERS)
}

export const shownValue = (value: unknown, words: Words['panels']['config']): string =>
  truncateAnsi(wholeValue(value, words), 60)

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
