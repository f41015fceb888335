import type { Rgb } from './style.ts'
import { THEME_NAMES, type ThemeName } from './theme.ts'

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
