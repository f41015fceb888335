import type { Text } from '../../../protocol/messages/localized-text.ts'
import type { TerminalSettings, THEME_CHOICES } from '../../../protocol/terminal-settings.ts'

/** The settings the terminal itself goes by, already merged; undefined fields have their default. */
export interface UiSettings extends TerminalSettings {
  /** How the model speaks; only told to a status line. */
  readonly outputStyle?: string
}

/** A setting as the config panel shows it. */
export interface OfferedSetting {
  readonly key: string
  readonly value: unknown
  /** What counts where nothing is said; undefined: nothing, or it depends. */
  readonly default?: unknown
  /** The file it stands in, or nowhere (default). */
  readonly source: string
  /** Whose file that is. */
  readonly layer?: SettingLayer
  /** `fixed`: to be read here; it is changed in a file. */
  readonly kind: 'boolean' | 'choice' | 'text' | 'fixed'
  readonly choices?: readonly string[]
  readonly description: SettingDescription
  readonly section: SettingSection
}

/** What it does, in each language of the screen. */
export interface SettingDescription {
  readonly en: string
  readonly zh: string
}

/** Where a setting stands in the list, in the order of the list. */
export const SETTING_SECTIONS = [
  'terminal',
  'model',
  'permissions',
  'context',
  'work',
  'extensions',
  'sessions',
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]
export type SettingLayer = 'managed' | 'flag' | 'local' | 'project' | 'user'
export type SettingScope = 'user' | 'project' | 'local'

export interface CustomThemeChoice {
  readonly value: `custom:${string}`
  readonly name: string
  /** The theme of ours it changes, and the looks it has instead, by tone. */
  readonly base: Exclude<(typeof THEME_CHOICES)[number], 'auto'>
  readonly looks: Readonly<Record<string, string>>
}

export interface SettingsPort {
  current(): UiSettings
  onChange(listener: (settings: UiSettings) => void): () => void
  /** Themes of files and plugins, as `theme` names them. */
  customThemes(): readonly CustomThemeChoice[]
  /** The theme that was chosen cannot be read, in words; undefined: all is well. */
  themeProblem(): Text | undefined
  /** What the config panel shows. */
  rows(): Promise<readonly OfferedSetting[]>
  /** Undefined removes the key. Answers where it was written; throws Error with words for the person. */
  write(key: string, value: unknown, scope: SettingScope): Promise<Text>
}
