import { ansiWidth, breakAnsi, wrapAnsi } from '../../../lib/ansi-text.ts'
import type { Line } from '../terminal/screen-port.ts'
import { isUnsure } from '../terminal/screen-row.ts'
import { asSoftLine } from '../terminal/soft-rows.ts'
import type { RenderOptions } from './render-options.ts'

type Look = Pick<RenderOptions, 'width' | 'soft' | 'softProse'>

/** The rows of one line of text: broken between words, unless the person leaves that to the terminal. */
export const proseRows = (line: string, look: Look): readonly Line[] =>
  look.softProse ? exactRows(line, look) : wrapAnsi(line, look.width)

/** The rows of a line that is copied as it stands, such as of an output: the terminal breaks it, where it may. */
export const exactRows = (line: string, { width, soft }: Look): readonly Line[] =>
  !soft || ansiWidth(line) <= width || isUnsure(line)
    ? wrapAnsi(line, width)
    : asSoftLine(breakAnsi(line, width + 1))
