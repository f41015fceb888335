import { structuredPatch } from 'diff'

/** The hunks of a change, as tools put them down. */
export const patchOf = (before: string, after: string) =>
  structuredPatch('', '', before, after, undefined, undefined, { context: 3 }).hunks
