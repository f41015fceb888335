import { isObject } from '../../../lib/is-object.ts'
import { ANSI_NAMES, parseStyle } from './style.ts'
import { THEME_NAMES, type ThemeName, TONES, type Tone } from './theme.ts'

/** A theme of a file: one of ours with other looks for some tones. */
export interface CustomTheme {
  readonly name: string
  readonly base: ThemeName
  readonly looks: Readonly<Partial<Record<Tone, string>>>
}

/** Names that files for another program use, and what of ours they mean. */
const OTHER_NAMES: Readonly<Record<string, readonly Tone[]>> = {
  claude: ['accent', 'spinner', 'userBar', 'borderActive'],
  error: ['bad', 'stalled'],
  success: ['good'],
  warning: ['warn'],
  promptBorder: ['border'],
  planMode: ['modePlan'],
  autoAccept: ['modeAcceptEdits'],
  bashBorder: ['shell'],
  permission: ['info'],
  inactive: ['dim'],
  subtle: ['faint'],
  suggestion: ['ghost'],
}
/** These are the ground of changed lines there: the text on it stays ours. */
const GROUNDS: Readonly<Record<string, Tone>> = {
  diffAdded: 'added',
  diffRemoved: 'removed',
  diffAddedWord: 'addedWord',
  diffRemovedWord: 'removedWord',
}
const ON_GROUND = '#ffffff'

/** A theme as it stands in a file; undefined when it is none. Names and looks nobody knows are passed over. */
export const readCustomTheme = (value: unknown, file: string): CustomTheme | undefined => {
  if (!isObject(value)) return undefined
  const { name, base, overrides } = value
  if (overrides !== undefined && !isObject(overrides)) return undefined
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : file,
    base: THEME_NAMES.find(known => known === base) ?? 'dark',
    looks: Object.fromEntries(
      Object.entries(overrides ?? {}).flatMap(([key, look]) =>
        typeof look === 'string' ? looksOf(key, look.trim()) : [],
      ),
    ),
  }
}

const looksOf = (key: string, look: string): readonly (readonly [Tone, string])[] => {
  const style = styleOf(look)
  if (style === undefined) return []
  const ground = Object.hasOwn(GROUNDS, key) ? GROUNDS[key] : undefined
  if (ground) return style.includes(' ') ? [] : [[ground, `${ON_GROUND} on ${style}`]]
  const own = TONES.find(tone => tone === key)
  const tones = own ? [own] : Object.hasOwn(OTHER_NAMES, key) ? (OTHER_NAMES[key] ?? []) : []
  return tones.map(tone => [tone, style])
}

/** `#rrggbb`, `#rgb`, `rgb(1,2,3)`, `ansi:red`, `ansi:redBright`, or the words of our own palettes. */
const styleOf = (look: string): string | undefined => {
  const [, r, g, b] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(look) ?? []
  if (r !== undefined) return [r, g, b].some(part => Number(part) > 255) ? undefined : hexOf([r, g, b])
  const [, short] = /^#([\da-f]{3})$/i.exec(look) ?? []
  if (short) return `#${[...short].map(digit => digit + digit).join('')}`
  const [, ansi, bright] = /^ansi:([a-z]+?)(Bright)?$/.exec(look) ?? []
  const words = ansi === undefined ? look : `${bright ? 'bright-' : ''}${ansi}`
  if (/#(?![\da-f]{6}(?:\s|$))/i.test(words)) return undefined
  try {
    parseStyle(words)
    return words
  } catch {
    // A color nobody knows.
    return undefined
  }
}

/** One of the sixteen colors by name, `#rrggbb`, `rgb(1,2,3)`, `ansi256(n)` or `ansi:red`, as words of a palette. */
export const colorWords = (color: string): string | undefined => {
  const [, number] = /^ansi256\((\d{1,3})\)$/.exec(color) ?? []
  const words = number === undefined ? styleOf(color) : numberedColor(Number(number))
  return words === undefined || words.includes(' ') ? undefined : words
}

/** The sixteen are the terminal's own; behind them come a cube and a row of grays. */
const numberedColor = (number: number): string | undefined => {
  if (number > 255) return undefined
  if (number < 16) return `${number > 7 ? 'bright-' : ''}${ANSI_NAMES[number % 8]}`
  if (number > 231) return hexOf(Array<string>(3).fill(`${8 + 10 * (number - 232)}`))
  const step = (level: number): string => `${level === 0 ? 0 : 55 + 40 * level}`
  const at = number - 16
  return hexOf([step(Math.floor(at / 36)), step(Math.floor(at / 6) % 6), step(at % 6)])
}

const hexOf = (parts: readonly (string | undefined)[]): string =>
  `#${parts.map(part => Number(part).toString(16).padStart(2, '0')).join('')}`
