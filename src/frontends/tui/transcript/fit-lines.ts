import { ansiWidth, wrapAnsi } from '../../../lib/ansi-text.ts'
import type { Line } from '../terminal/screen-port.ts'
import { isOfSoftLine } from '../terminal/soft-rows.ts'

/** The lines with those broken that are wider than they may be. */
export const fitLines = (lines: readonly Line[], width: number): readonly Line[] =>
  lines.every(line => fits(line, width))
    ? lines
    : lines.flatMap(line => (fits(line, width) ? [line] : wrapAnsi(line, width)))

/** No character takes more than two columns: most lines need not be measured. What the terminal breaks fills all columns. */
const fits = (line: Line, width: number): boolean =>
  line.length * 2 <= width || ansiWidth(line) <= width || isOfSoftLine(line)
