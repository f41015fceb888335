import { settingNamesEn } from '../../frontends/tui/text/en/setting-names.ts'
import { EFFORTS } from '../../protocol/model.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import { NOTIFICATION_CHANNELS, THEME_CHOICES } from '../../protocol/terminal-settings.ts'

/** A setting that can be changed on the screen. */
export interface SettingKind {
  /** Dotted path in a settings file. */
  readonly key: string
  readonly kind: 'boolean' | 'choice' | 'text'
  readonly choices?: readonly string[]
  /** What is typed is a number. */
  readonly numeric?: boolean
  readonly description: string
}

const flag = (key: string): SettingKind => ({ key, kind: 'boolean', description: about(key) })
const text = (key: string): SettingKind => ({ key, kind: 'text', description: about(key) })
const choice = (key: string, choices: readonly string[]): SettingKind => ({
  key,
  kind: 'choice',
  choices,
  description: about(key),
})
const about = (key: string): string => settingNamesEn[key] ?? ''

/** In the order they are shown. */
export const SETTING_KINDS: readonly SettingKind[] = [
  choice('theme', THEME_CHOICES),
  choice('uiLanguage', ['en', 'zh']),
  choice('editorMode', ['normal', 'vim']),
  text('model'),
  choice('effortLevel', EFFORTS),
  flag('alwaysThinkingEnabled'),
  choice('permissions.defaultMode', PERMISSION_MODES),
  flag('verbose'),
  flag('showTurnDuration'),
  flag('promptSuggestionEnabled'),
  flag('spinnerTipsEnabled'),
  flag('syntaxHighlightingDisabled'),
  flag('prefersReducedMotion'),
  flag('axScreenReader'),
  choice('preferredNotifChannel', NOTIFICATION_CHANNELS),
  flag('terminalProgressBarEnabled'),
  flag('terminalTitleDisabled'),
  flag('respectGitignore'),
  flag('autoCompactEnabled'),
  { ...text('compaction.percent'), numeric: true },
  flag('autoMemoryEnabled'),
  text('language'),
  choice('promptLanguage', ['en', 'zh']),
  text('outputStyle'),
  flag('includeGitInstructions'),
  flag('sandbox.enabled'),
  flag('secrets.redactResults'),
  text('smallFastModel'),
]

/** The value as it goes into a file; throws Error with words when it does not fit. */
export const settingValue = (
  { key, kind, choices, numeric }: SettingKind,
  value: unknown,
): string | number | boolean => {
  if (kind === 'boolean') {
    if (typeof value === 'boolean') return value
    throw new Error(`${key} is either on or off.`)
  }
  const written = String(value)
  if (kind === 'choice' && !choices?.includes(written))
    throw new Error(`${key} must be one of ${choices?.join(', ')}.`)
  if (!numeric) return written
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) throw new Error(`${key} must be a number.`)
  return number
}
