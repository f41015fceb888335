import type { Line } from '../terminal/screen-port.ts'
import type { Ui } from '../ui/ui.ts'

/** As many as there is room for, and how many that leaves out. */
export const firstOf = (
  lines: readonly Line[],
  rows: number,
  { theme, words }: Pick<Ui, 'theme' | 'words'>,
): readonly Line[] =>
  lines.length <= rows
    ? lines
    : [...lines.slice(0, rows - 1), theme.paint('dim', words.transcript.moreLines(lines.length - rows + 1))]
