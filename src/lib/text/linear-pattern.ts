import { field, textField } from '../values/read-field.ts'

const LONGEST = 500
/** Of each, so many: one that may be of any length costs at most the square of a line, the others multiply that. */
const MOST = [
  [/[*+]|\{\d*,?\d*\}/g, 1],
  [/\?/g, 3],
  [/\(/g, 3],
  [/\|/g, 8],
] as const
const ESCAPED = /\\[\s\S]/g
const CLASSES = /\[\^?\]?[^\]]*\]/g
/** A longer line is shown without marks. */
const LONGEST_LINE = 400
/** Of a line of a result: file and number, or the number alone. */
const BEFORE = /^(?:[^\n]*?[:-])?\d+[:-]/

/**
 * The pattern of a search, to mark what it found; undefined where it cannot be tried here. The search itself runs in
 * linear time, this language's patterns do not: those that repeat a group, or repeat often, are left out.
 */
export const linearPattern = (input: unknown): RegExp | undefined => {
  const written = textField(input, 'pattern') ?? ''
  const [, flag = '', pattern = ''] = /^(\(\?i\))?([\s\S]*)$/.exec(written) ?? []
  if (pattern === '' || pattern.length > LONGEST || /\\[1-9k]/.test(pattern)) return undefined
  const bare = pattern.replace(ESCAPED, 'x').replace(CLASSES, 'x')
  if (/\)[*+{?]|\(\?(?!:)|\}\{/.test(bare)) return undefined
  if (MOST.some(([kind, most]) => (bare.match(kind) ?? []).length > most)) return undefined
  try {
    return new RegExp(pattern, flag !== '' || field(input, '-i') === true ? 'gi' : 'g')
  } catch {
    // What the search program understands need not be a pattern of this language.
    return undefined
  }
}

/** Where a line of a search's result begins with what stands in the file, behind its name and number; undefined: it is too long to be marked. */
export const foundFrom = (line: string): number | undefined =>
  line.length > LONGEST_LINE ? undefined : (BEFORE.exec(line)?.[0].length ?? 0)
