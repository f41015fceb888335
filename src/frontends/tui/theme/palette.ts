import type { Tone } from './theme.ts'

/** A look for each tone, in the words `parseStyle` reads; empty: the terminal's own text colour. */
export type Palette = Readonly<Record<Tone, string>>
