import { field, textField } from '../../../lib/values/read-field.ts'
import type { ToolItem } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { View } from './look.ts'
import { markMatches } from './mark-matches.ts'

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

/** Paints the lines a search found with its matches marked; undefined where nothing can be marked. */
export const grepPainter = (
  { input, output }: Pick<ToolItem, 'input' | 'output'>,
  { theme }: Pick<View, 'theme'>,
): ((line: string) => Line) | undefined => {
  const pattern = textField(output, 'mode') === 'content' ? linearPattern(input) : undefined
  if (!pattern) return undefined
  return line => {
    if (line.length > LONGEST_LINE) return theme.paint('dim', line)
    const before = BEFORE.exec(line)?.[0] ?? ''
    const rest = theme.paint('dim', line.slice(before.length))
    return theme.paint('dim', before) + markMatches(rest, pattern, theme)
  }
}
