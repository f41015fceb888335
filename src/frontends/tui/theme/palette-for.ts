import type { ColourDepth } from './colour-codes.ts'
import type { Palette } from './palette.ts'
import { DARK } from './palettes/dark.ts'
import { DARK_ANSI } from './palettes/dark-ansi.ts'
import { DARK_DALTONIZED } from './palettes/dark-daltonized.ts'
import { EMPHASIS } from './palettes/emphasis.ts'
import { LIGHT } from './palettes/light.ts'
import { LIGHT_ANSI } from './palettes/light-ansi.ts'
import { LIGHT_DALTONIZED } from './palettes/light-daltonized.ts'
import type { ThemeName, Tone } from './theme.ts'

const PALETTES: Readonly<Record<ThemeName, Palette>> = {
  dark: DARK,
  light: LIGHT,
  'dark-daltonized': DARK_DALTONIZED,
  'light-daltonized': LIGHT_DALTONIZED,
  'dark-ansi': DARK_ANSI,
  'light-ansi': LIGHT_ANSI,
}

/** What green and red say, in sixteen colours, for people who cannot tell the two apart. */
const DARK_WITHOUT_GREEN: Partial<Record<Tone, string>> = {
  good: 'bright-cyan',
  bad: 'bright-yellow',
  added: 'cyan',
  removed: 'yellow',
  addedWord: 'bold inverse cyan',
  removedWord: 'bold inverse yellow',
  stalled: 'bright-yellow',
  risky: 'bold underline bright-yellow',
}
const LIGHT_WITHOUT_GREEN: Partial<Record<Tone, string>> = {
  good: 'blue',
  added: 'blue',
  addedWord: 'bold inverse blue',
  string: 'blue',
}

/** Sixteen colours are too few to come near a chosen one: each theme has another palette for them. */
const IN_SIXTEEN: Readonly<Record<ThemeName, Palette>> = {
  dark: DARK_ANSI,
  light: LIGHT_ANSI,
  'dark-daltonized': { ...DARK_ANSI, ...DARK_WITHOUT_GREEN },
  'light-daltonized': { ...LIGHT_ANSI, ...LIGHT_WITHOUT_GREEN },
  'dark-ansi': DARK_ANSI,
  'light-ansi': LIGHT_ANSI,
}

export const paletteFor = (name: ThemeName, depth: ColourDepth): Palette => {
  if (depth === 0) return EMPHASIS
  return depth === 16 ? IN_SIXTEEN[name] : PALETTES[name]
}
