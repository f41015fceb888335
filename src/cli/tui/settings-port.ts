import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { loadSettings, settingsFiles } from '../../features/settings/load.ts'
import { readBounded } from '../../features/settings/read-bounded.ts'
import { writeSettings } from '../../features/settings/write.ts'
import type {
  CustomThemeChoice,
  OfferedSetting,
  SettingsPort,
  UiSettings,
} from '../../frontends/tui/ports/settings-port.ts'
import { isCustomTheme } from '../../frontends/tui/theme/theme.ts'
import type { Directory } from '../../host/directory.ts'
import { isOn } from '../../host/environment.ts'
import type { Gathered } from '../../host/settings/gather-settings.ts'
import { settingsFileOf } from '../../host/settings/settings-file-of.ts'
import { createSettingsMemory } from '../../host/settings/settings-memory.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { fromHome } from '../../lib/short-path.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import { LocalizedError, type Text } from '../../protocol/messages/localized-text.ts'
import type { PermissionDestination } from '../../protocol/permission.ts'
import type { SettingsLayer } from '../../protocol/settings.ts'
import { findCustomTheme, listCustomThemes, type ThemeDirectories } from './custom-themes.ts'
import { languageOfLocale } from './early-appearance.ts'
import { type SettingKind, settingKinds, settingValue } from './setting-kinds.ts'

export interface TuiSettingsOptions {
  readonly overrides: Overrides
  readonly directory: Directory
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly env: Env
  newId(): string
  now(): number
}

type Scope = Parameters<SettingsPort['write']>[2]

const DESTINATIONS: Readonly<Record<Scope, PermissionDestination>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
}

/** The settings files of this machine and folder, for the screen. Throws HostError when they forbid to start. */
export const createTuiSettingsPort = (options: TuiSettingsOptions): SettingsPort => new FileSettings(options)

class FileSettings implements SettingsPort {
  readonly #options: TuiSettingsOptions
  readonly #listeners = new Set<(settings: UiSettings) => void>()
  /** What may run for the prompt is what stood there when the program was started. */
  readonly #first: FirstPrograms
  readonly #titleOff: boolean
  #gathered: Gathered
  #watch: Promise<Disposable> | undefined

  constructor(options: TuiSettingsOptions) {
    this.#options = options
    this.#gathered = gatherHere(options)
    this.#first = firstPrograms(this.#gathered, options)
    this.#titleOff = isOn(options.env, 'CLAUDE_CODE_DISABLE_TERMINAL_TITLE')
  }

  current(): UiSettings {
    const { statusLine, subagentStatusLine, fileSuggestion, voice, ...settings } = this.#gathered.settings
    const spoken = settings.uiLanguage ?? languageOfLocale(this.#options.env)
    return {
      ...settings,
      ...(spoken === undefined ? {} : { uiLanguage: spoken }),
      ...this.#allowed('statusLine', statusLine),
      ...this.#allowed('subagentStatusLine', subagentStatusLine),
      ...this.#allowed('fileSuggestion', fileSuggestion),
      ...this.#voice(voice),
      ...(this.#titleOff ? { terminalTitleDisabled: true } : {}),
    }
  }

  customThemes(): readonly CustomThemeChoice[] {
    return listCustomThemes(this.#themePlaces)
  }

  themeProblem(): Text | undefined {
    const { theme } = this.#gathered.settings
    if (!isCustomTheme(theme) || findCustomTheme(theme, this.#themePlaces)) return undefined
    return terminalText('no_theme', { theme: escapeLine(theme) })
  }

  get #themePlaces(): ThemeDirectories {
    return { ...this.#options, plugins: this.#gathered.plugins }
  }

  /**
   * A command that the model ran may have written a settings file, and what stands there would run unasked. So another
   * program counts from the next start on; to take one away counts at once.
   */
  #allowed<K extends keyof Programs>(key: K, wanted: Programs[K]): Pick<Programs, K> | undefined {
    if (wanted === undefined) return undefined
    const { counted, ifTrusted } = this.#first
    const isSeen = this.#gathered.trusted && isDeepStrictEqual(wanted, ifTrusted[key])
    return pick(isSeen ? ifTrusted : counted, key)
  }

  /** No folder has a say in it; what it runs and where it sends is what stood there at the start, as above. */
  #voice(now: UiSettings['voice']): Pick<UiSettings, 'voice'> {
    const { enabled = false, mode = 'hold' } = now ?? {}
    return { voice: { ...this.#first.voice, enabled, mode } }
  }

  onChange(listener: (settings: UiSettings) => void): () => void {
    this.#listeners.add(listener)
    this.#watch ??= this.#follow()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      void this.#watch?.then(watch => watch[Symbol.dispose]())
      this.#watch = undefined
    }
  }

  async rows(): Promise<readonly OfferedSetting[]> {
    const { SETTING_WORDS } = await import('../../features/settings/rows/setting-words.ts')
    const { layers } = loadSettings(this.#gathered.places)
    return settingKinds().flatMap(kind => {
      const description = SETTING_WORDS[kind.key]
      return description ? { ...this.#row(kind, layers), description } : []
    })
  }

  async write(key: string, value: unknown, scope: Scope): Promise<Text> {
    const kind = settingKinds().find(each => each.key === key)
    if (!kind || kind.kind === 'fixed') throw new LocalizedError(terminalText('not_editable', { key }))
    const { configHome, cwd, newId, now } = this.#options
    const { localDir, profileHome = configHome } = this.#gathered.places
    const file = settingsFileOf({ configHome: profileHome, cwd, localDir })(DESTINATIONS[scope])
    if (file === undefined) throw new LocalizedError(terminalText('not_savable', { key }))
    const path = key.split('.')
    const wanted = value === undefined ? undefined : settingValue(kind, value)
    const edit =
      wanted === undefined
        ? ({ kind: 'unset', path } as const)
        : { kind: 'set' as const, path, value: wanted }
    const { before, after } = await writeSettings({ file, scope }, [edit], { newId, now })
    this.#options.directory.writes.note(file, { before, after })
    const memory = createSettingsMemory(this.#gathered, { newId, now })
    // Beside answers of the person it is one more; what came with the folder stays what it is.
    if (scope === 'local' && (before === '' || memory.isOwn(file, before)))
      await memory.confirm([{ file, text: after, before }])
    this.#reread()
    return this.#where(file, kind, wanted)
  }

  /** The file, and when another one counts before it, that too: else the change would seem to be lost. */
  #where(file: string, kind: SettingKind, wanted: unknown): Text {
    const { layers } = loadSettings(this.#gathered.places)
    const row = this.#row(kind, layers)
    const shown = fromHome(file, this.#options.home)
    if (wanted === undefined || isDeepStrictEqual(row.value, wanted)) return shown
    return row.source === ''
      ? terminalText('no_effect', { file: shown })
      : terminalText('overridden', { file: shown, source: row.source })
  }

  #row(
    { row: _, ...kind }: SettingKind,
    layers: readonly SettingsLayer[],
  ): Omit<OfferedSetting, 'description'> {
    const from = layers.findLast(layer => valueAt(layer.settings, kind.key) !== undefined)
    return {
      ...kind,
      value: valueAt(this.#gathered.settings, kind.key),
      source: from ? fromHome(from.path, this.#options.home) : '',
      ...(from ? { layer: from.source } : {}),
    }
  }

  /** Together with the sessions here: the files are watched once. */
  #follow(): Promise<Disposable> {
    // Whether the folder is trusted stands there: with it more of the files counts.
    const state = join(this.#options.configHome, 'state.json')
    return this.#options.directory.watch({
      files: () => [...settingsFiles(this.#gathered.places).map(({ file }) => file), state],
      known: new Map([...this.#gathered.texts, [state, readBounded(state)]]),
      onChange: () => this.#reread(),
    })
  }

  #reread(): void {
    const before = this.current()
    try {
      this.#gathered = gatherHere(this.#options)
    } catch (error) {
      // Broken while somebody edits it: what counted so far goes on counting, and the engine says what is wrong.
      if (error instanceof HostError) return
      throw error
    }
    if (isDeepStrictEqual(before, this.current())) return
    for (const listener of this.#listeners) listener(this.current())
  }
}

const gatherHere = ({ directory, overrides, env }: TuiSettingsOptions): Gathered =>
  directory.gather(overrides, env)

/** Settings that name a program. */
type Programs = Pick<UiSettings, 'statusLine' | 'subagentStatusLine' | 'fileSuggestion'>

interface FirstPrograms {
  readonly voice: UiSettings['voice']
  readonly counted: Programs
  /** Counts as soon as the person trusts the folder. */
  readonly ifTrusted: Programs
}

const pick = <K extends keyof Programs>(programs: Programs, key: K): Pick<Programs, K> | undefined =>
  programs[key] === undefined ? undefined : ({ [key]: programs[key] } as Pick<Programs, K>)

const firstPrograms = (gathered: Gathered, options: TuiSettingsOptions): FirstPrograms => {
  const counted = gathered.settings
  return { voice: counted.voice, counted, ifTrusted: gathered.trusted ? counted : trustedPrograms(options) }
}

const trustedPrograms = (options: TuiSettingsOptions): Programs => {
  try {
    return options.directory.gather({ ...options.overrides, trust: true }, options.env).settings
  } catch (error) {
    // Said when the folder is trusted and its files count.
    if (error instanceof HostError) return {}
    throw error
  }
}

const valueAt = (settings: object, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
      settings,
    )
