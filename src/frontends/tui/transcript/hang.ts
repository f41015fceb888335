import { ansiWidth, wrapAnsi } from '../../../lib/ansi-text.ts'
import type { Line } from '../terminal/screen-port.ts'
import { narrowed, type RenderOptions } from './render-options.ts'

/** With fewer columns than this nothing is indented any more. */
const LEAST = 10

/** A mark before the first line and what stands before the others, of the same width. */
export interface Hanging {
  readonly mark: string
  readonly rest?: string
}

/** The lines that `make` gives for the columns left, hung behind a mark. */
export const hang = <L extends RenderOptions>(
  { mark, rest }: Hanging,
  look: L,
  make: (look: L) => readonly Line[],
): readonly Line[] => {
  const columns = ansiWidth(mark)
  if (look.width - columns < LEAST) {
    const [first = '', ...others] = make({ ...look, soft: undefined })
    if (isAtBorder(first)) return [mark.trimEnd(), first, ...others]
    return [...wrapAnsi(mark + first, look.width), ...others]
  }
  const before = rest ?? ' '.repeat(columns)
  const lines = make(narrowed(look, columns))
  return lines.flatMap((line, at) => {
    if (isAtBorder(line)) return at === 0 ? [mark.trimEnd(), line] : [line]
    return [trimEmpty((at === 0 ? mark : before) + line)]
  })
}

/** Stands before a row that is not indented, whatever it is in; of no terminal. */
const AT_BORDER = '\u001b_<\u001b\\'
export const isAtBorder = (line: Line): boolean => line.startsWith(AT_BORDER)

export const atBorder = (line: Line): Line => AT_BORDER + line

/** For the outermost of what is indented. */
export const withoutBorderMarks = (lines: readonly Line[]): readonly Line[] =>
  lines.map(line => (isAtBorder(line) ? line.slice(AT_BORDER.length) : line))

/** No blanks at the end of a line that has nothing else. */
const trimEmpty = (line: Line): Line => (/^ +$/.test(line) ? '' : line)
