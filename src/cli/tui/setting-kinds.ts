import { SETTING_GROUPS } from '../../features/settings/rows/index.ts'
import type { SettingRow } from '../../features/settings/rows/row.ts'
import type { OfferedSetting, SettingSection } from '../../frontends/tui/ports/settings-port.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** A setting that can be changed on the screen. */
export interface SettingKind extends Omit<OfferedSetting, 'value' | 'source' | 'description'> {
  readonly row: SettingRow
}

/** A few sections are found at a glance; the reference of all settings has more. */
const SECTIONS: Readonly<Record<(typeof SETTING_GROUPS)[number]['title'], SettingSection>> = {
  Terminal: 'terminal',
  Editor: 'terminal',
  Models: 'model',
  Prompt: 'model',
  Permissions: 'permissions',
  Sandbox: 'permissions',
  'Plans and auto mode': 'permissions',
  Secrets: 'permissions',
  Scripts: 'permissions',
  Context: 'context',
  Instructions: 'context',
  Memory: 'context',
  Agents: 'work',
  Teams: 'work',
  Worktrees: 'work',
  Web: 'work',
  'Pull requests': 'work',
  Browser: 'work',
  Desktop: 'work',
  'Other machines': 'work',
  Hooks: 'extensions',
  'MCP servers': 'extensions',
  Plugins: 'extensions',
  Skills: 'extensions',
  Sessions: 'sessions',
  Serve: 'sessions',
  Spending: 'sessions',
  Telemetry: 'sessions',
  Features: 'sessions',
  Variables: 'sessions',
}

/** In the order they are shown: those that can be changed here, then the others. */
export const settingKinds = (): readonly SettingKind[] =>
  SETTING_GROUPS.flatMap(({ title, rows }) =>
    rows.map((row: SettingRow) => ({
      at: row.edit?.at ?? Number.POSITIVE_INFINITY,
      kind: kindOf(row, SECTIONS[title]),
    })),
  )
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ kind }) => kind)

const kindOf = (row: SettingRow, section: SettingSection): SettingKind => ({
  row,
  key: row.key,
  section,
  ...formOf(row),
  ...(row.default === undefined ? {} : { default: row.default }),
})

const formOf = ({ check, edit }: SettingRow): Pick<SettingKind, 'kind' | 'choices'> => {
  if (!edit) return { kind: 'fixed' }
  const choices = edit.choices ?? check.schema.enum
  if (choices) return { kind: 'choice', choices }
  return { kind: check.schema.type === 'boolean' ? 'boolean' : 'text' }
}

/** The value as it goes into a file; throws Error with words when it does not fit. */
export const settingValue = (
  { key, kind, choices, row: { check } }: SettingKind,
  value: unknown,
): string | number | boolean => {
  if (kind === 'boolean') {
    if (typeof value === 'boolean') return value
    throw new Error(`${key} is either on or off.`)
  }
  const written = String(value)
  if (kind === 'choice' && check.schema.enum && !choices?.includes(written))
    throw new Error(`${key} must be one of ${choices?.join(', ')}.`)
  const wanted = check.schema.type === 'number' ? numberIn(key, written) : written
  const report = (_path: readonly string[], message: LocalizedText): never => {
    throw new Error(`${key}: ${message.text}.`)
  }
  check(wanted, { key, report })
  return wanted
}

const numberIn = (key: string, written: string): number => {
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) throw new Error(`${key} must be a number.`)
  return number
}
