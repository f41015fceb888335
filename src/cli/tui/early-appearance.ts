import { dirname, join, resolve } from 'node:path'
import type { Rgb } from '../../frontends/tui/theme/style.ts'
import { THEME_NAMES, type ThemeName } from '../../frontends/tui/theme/theme.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { keepDamaged } from '../../lib/files/stored-object.ts'
import type { Env } from '../../protocol/host.ts'
import { readEnd } from './read-end.ts'

/** How the last run looked: the first prompt is painted before any settings file is read. */
export interface EarlyAppearance {
  /** As the settings name it. */
  readonly theme: string
  readonly language: 'en' | 'zh'
  /** For a screen reader. */
  readonly plain: boolean
  /** The terminal said that its background is light. */
  readonly light: boolean
  /** The help was opened once: from then on nobody needs to be told of it. */
  readonly helped: boolean
  /** How often the program was left in an orderly way, up to where nobody is new any more. */
  readonly starts: number
}

/** So many starts are greeted with what can be done here. */
export const NEWCOMER_STARTS = 20

export const isNewcomer = ({ starts }: Pick<EarlyAppearance, 'starts'>): boolean => starts < NEWCOMER_STARTS

type Background = NonNullable<Parameters<typeof chooseTheme>[1]>

const WHITE: Background = { red: 255, green: 255, blue: 255 }

/** Until the terminal has said what its background is, it counts as the one of the last run. */
export const themeFor = (
  choice: string,
  background: Background | undefined,
  { light }: Pick<EarlyAppearance, 'light'>,
): ThemeName => chooseTheme(choice, background ?? (light ? WHITE : undefined))

/**
 * What terminals without an answer to the question about their colours may have put into the environment: the number of
 * the background stands last. Undefined: it says nothing.
 */
export const isLightBy = (colorFgBg: string | undefined): boolean | undefined => {
  const behind = /(?:^|;)(\d{1,2})$/.exec(colorFgBg ?? '')?.[1]
  if (behind === undefined || Number(behind) > 15) return undefined
  return Number(behind) === 7 || Number(behind) > 8
}

const MOST_BYTES = 4096

const fileOf = (configHome: string): string => join(configHome, 'state', 'look.json')

export const readEarlyAppearance = (configHome: string, env: Env): EarlyAppearance => {
  let found: Readonly<Record<string, unknown>> = {}
  try {
    found = JSON.parse(readEnd(fileOf(configHome), MOST_BYTES)) ?? {}
  } catch {
    // The first run, or a file that was damaged: the look is made up for within a blink.
  }
  return {
    theme: typeof found['theme'] === 'string' ? found['theme'] : 'auto',
    // The file may have been edited since; the greeting stays on the screen as it was painted.
    language: (chosenIn(configHome) ?? found['language'] ?? languageOfLocale(env)) === 'zh' ? 'zh' : 'en',
    plain: found['plain'] === true,
    light: found['light'] === true,
    helped: found['helped'] === true,
    starts: typeof found['starts'] === 'number' ? found['starts'] : 0,
  }
}

/** The language that the settings of a command line choose, which go before all others: JSON, or a file of them. */
export const languageOfFlag = (settings: string | undefined, cwd: string): 'en' | 'zh' | undefined => {
  if (settings === undefined) return undefined
  const isJson = settings.trimStart().startsWith('{')
  const chosen = languageNamedIn(isJson ? settings : readEnd(resolve(cwd, settings), MOST_SETTINGS_BYTES))
  return chosen === 'zh' || chosen === 'en' ? chosen : undefined
}

/**
 * The language that the person's own settings choose, for what speaks before settings are read, or without them; where
 * they say nothing, the one of the locale.
 */
export const languageIn = (configHome: string, env: Env): 'en' | 'zh' => {
  const chosen = chosenIn(configHome)
  if (chosen !== undefined) return chosen === 'zh' ? 'zh' : 'en'
  return languageOfLocale(env) ?? 'en'
}

/**
 * What the locale asks for, as POSIX weighs it. Only the Chinese written here counts: who reads the other script is not
 * given this one unasked.
 */
export const languageOfLocale = (env: Env): 'zh' | undefined => {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh(?:$|[._@-]|_(?:CN|SG|MY|Hans))/i.test(locale) && !/hant/i.test(locale) ? 'zh' : undefined
}

const chosenIn = (configHome: string): string | undefined =>
  languageNamedIn(readEnd(join(configHome, 'settings.json'), MOST_SETTINGS_BYTES))

const languageNamedIn = (settings: string): string | undefined =>
  /"uiLanguage"\s*:\s*"(\w+)"/.exec(settings)?.[1]
const MOST_SETTINGS_BYTES = 64 * 1024

/** For the next run. That it could not be kept is worth no word: the next prompt only begins in the usual colours. */
export const saveEarlyAppearance = (configHome: string, look: EarlyAppearance): void => {
  const text = JSON.stringify(look)
  if (JSON.stringify(readEarlyAppearance(configHome, {})) === text) return
  const file = fileOf(configHome)
  try {
    makeDirectories(dirname(file))
    keepDamaged(file)
    writeFileAtomically(file, Buffer.from(`${text}\n`), { mode: 0o600 })
  } catch {
    // See above.
  }
}

/**
 * The theme for what the settings say. `auto` goes by the terminal's background, and without an answer is dark, as most
 * terminals are. A name nobody knows counts as `auto`.
 */
export const chooseTheme = (choice: string | undefined, background: Rgb | undefined): ThemeName => {
  const named = THEME_NAMES.find(name => name === choice)
  if (named) return named
  return background && isLight(background) ? 'light' : 'dark'
}

/** By the weights the eye gives the three colours. */
const isLight = ({ red, green, blue }: Rgb): boolean => 0.299 * red + 0.587 * green + 0.114 * blue > 140
