import { foundFrom, linearPattern } from '../../../lib/text/linear-pattern.ts'
import { textField } from '../../../lib/values/read-field.ts'
import type { ToolItem } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { View } from './look.ts'
import { markMatches } from './mark-matches.ts'

/** Paints the lines a search found with its matches marked; undefined where nothing can be marked. */
export const grepPainter = (
  { input, output }: Pick<ToolItem, 'input' | 'output'>,
  { theme }: Pick<View, 'theme'>,
): ((line: string) => Line) | undefined => {
  const pattern = textField(output, 'mode') === 'content' ? linearPattern(input) : undefined
  if (!pattern) return undefined
  return line => {
    const from = foundFrom(line)
    if (from === undefined) return theme.paint('dim', line)
    const rest = theme.paint('dim', line.slice(from))
    return theme.paint('dim', line.slice(0, from)) + markMatches(rest, pattern, theme)
  }
}
