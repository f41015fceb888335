import { FILTERS } from './filters.ts'
import type { Program } from './program.ts'
import { PROGRAMS } from './programs.ts'
import { SYSTEM_FACTS } from './system-facts.ts'
import { VIEWERS } from './viewers.ts'

/** Programs by their name; those with a word of their own behind it stand elsewhere. */
export const PROGRAM_TABLE: Readonly<Record<string, Program>> = {
  ...PROGRAMS,
  ...VIEWERS,
  ...FILTERS,
  ...SYSTEM_FACTS,
}
