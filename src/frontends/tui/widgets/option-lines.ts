import { ansiWidth, wrapAnsi } from '../../../lib/ansi-text.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Theme } from '../theme/theme.ts'
import type { Option } from './widget-props.ts'

export interface OptionRenderOptions {
  readonly theme: Theme
  /** Columns for everything, the pointer included. */
  readonly width: number
  /** For a screen reader. */
  readonly plain?: boolean | undefined
  /** Others in the list have a key in front: all labels begin below one another. */
  readonly keyed?: boolean
  /**
   * Room is scarce: below a label stands what is brief, or nothing. Only where the pointer is, a long label is whole
   * and details stand below it.
   */
  readonly tight?: 'brief' | 'bare' | undefined
}

const POINTER_COLUMNS = 2
/** Of a label the pointer is not at: a long one must not take the place of the others. */
const TIGHT_ROWS = 2

/** One row of a list: nothing of the one pointed at is cut, what does not fit beside the label stands below it. */
export const optionLines = (
  option: Pick<Option<unknown>, 'label' | 'detail' | 'brief' | 'hotkey' | 'disabled' | 'heading'>,
  pointed: boolean,
  { theme, width, plain, keyed, tight }: OptionRenderOptions,
): readonly Line[] => {
  const hot = option.hotkey === undefined ? (keyed ? '   ' : '') : `${option.hotkey}. `
  const indent = POINTER_COLUMNS + hot.length
  const room = Math.max(4, width - indent)
  const whole = wrapAnsi(option.label, room)
  const label = tight && !pointed ? atMost(whole, TIGHT_ROWS) : whole
  const tone = option.heading ? 'heading' : option.disabled ? 'faint' : pointed ? 'selected' : 'text'
  const pointer = pointed ? theme.paint('accent', plain ? '>' : '❯') : ' '
  const lines = label.map((line, at) =>
    at === 0
      ? `${pointer} ${theme.paint(tone, `${hot}${line}`)}`
      : `${' '.repeat(indent)}${theme.paint(tone, line)}`,
  )
  if (option.detail === undefined || option.detail === '') return lines
  const beside = indent + ansiWidth(label[0] ?? '') + 2 + ansiWidth(option.detail)
  if (label.length === 1 && beside <= width && !option.detail.includes('\n'))
    return [
      `${lines[0] ?? ''}  ${theme.paint(option.disabled && !option.heading ? 'faint' : 'dim', option.detail)}`,
    ]
  const said = tight && !pointed ? (tight === 'brief' ? option.brief : undefined) : option.detail
  if (said === undefined) return lines
  const below = wrapAnsi(said, room).map(line => `${' '.repeat(indent)}${theme.paint('dim', line)}`)
  return [...lines, ...below]
}

const atMost = (lines: readonly Line[], rows: number): readonly Line[] =>
  lines.length <= rows ? lines : [...lines.slice(0, rows - 1), `${(lines[rows - 1] ?? '').slice(0, -1)}…`]

/** Rows that all of them take together. */
export const optionsHeight = (
  options: readonly Pick<Option<unknown>, 'label' | 'detail' | 'brief' | 'hotkey'>[],
  look: OptionRenderOptions,
): number => options.reduce((sum, option) => sum + optionLines(option, false, look).length, 0)
