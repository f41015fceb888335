import type { Theme } from './theme.ts'

/** Colors that a session may have for its own, by the terminal's own sixteen. */
const CODES = {
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  purple: 35,
  cyan: 36,
  orange: 93,
  pink: 95,
} as const
export type SessionColor = keyof typeof CODES

export const SESSION_COLORS = Object.keys(CODES) as readonly SessionColor[]

export const isSessionColor = (name: string): name is SessionColor => Object.hasOwn(CODES, name)

export const paintIn = (color: SessionColor, text: string, theme: Pick<Theme, 'colour'>): string =>
  theme.colour && text !== '' ? `\u001b[${CODES[color]}m${text}\u001b[39m` : text
