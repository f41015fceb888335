import { PROGRAM_FAMILIES } from '../../../src/features/permissions/shell/family-programs.ts'
import { FILTERS } from '../../../src/features/permissions/shell/filters.ts'
import type { FlagTable } from '../../../src/features/permissions/shell/flags.ts'
import { GIT_PROGRAMS } from '../../../src/features/permissions/shell/git-programs.ts'
import type { Program } from '../../../src/features/permissions/shell/program.ts'
import { PROGRAMS } from '../../../src/features/permissions/shell/programs.ts'
import { SYSTEM_FACTS } from '../../../src/features/permissions/shell/system-facts.ts'
import { VIEWERS } from '../../../src/features/permissions/shell/viewers.ts'

/** A program of the tables by the words that call it. */
export interface ListedProgram {
  readonly words: readonly string[]
  readonly program: Program
}

/** Who gets the word behind an option, as the table has it. */
export type Takes = 'nothing' | 'next' | 'optional' | 'attached' | 'last'

export interface ListedOption {
  /** With its dashes. */
  readonly spelled: string
  readonly takes: Takes
}

/** By its words, for the outer programs as well as for their subcommands. */
export const listedPrograms = (): readonly ListedProgram[] => [
  ...Object.entries({ ...PROGRAMS, ...VIEWERS, ...FILTERS, ...SYSTEM_FACTS }).map(([name, program]) => ({
    words: [name],
    program,
  })),
  ...Object.entries(GIT_PROGRAMS).map(([name, program]) => ({ words: ['git', ...name.split(' ')], program })),
  ...Object.entries(PROGRAM_FAMILIES).flatMap(([family, programs]) =>
    Object.entries(programs).map(([name, program]) => ({ words: [family, name], program })),
  ),
]

export const optionsOf = (table: FlagTable): readonly ListedOption[] => {
  const letters = (text = '', takes: Takes): readonly ListedOption[] =>
    [...text].map(letter => ({ spelled: `-${letter}`, takes }))
  const names = (list: readonly string[] = [], takes: Takes): readonly ListedOption[] =>
    list.map(name => ({ spelled: `--${name}`, takes }))
  const listed = [
    ...letters(table.short, 'nothing'),
    ...letters(table.shortAttached, 'optional'),
    ...letters(table.shortValue, 'next'),
    ...letters(table.shortSeparate, 'next'),
    ...names(table.longOptional, 'optional'),
    ...names(table.long, 'nothing'),
    ...names(table.longValue, 'next'),
    ...names(table.longSeparate, 'next'),
    ...names(table.longPair, 'next'),
    ...names(table.longAttached, 'attached'),
    ...names(table.longLast, 'last'),
  ]
  // What stands alone and may have a value after `=` is listed under both.
  const known = new Set<string>()
  return listed.filter(({ spelled }) => !known.has(spelled) && known.add(spelled))
}
