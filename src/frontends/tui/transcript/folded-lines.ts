import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Tone } from '../theme/theme.ts'
import { linkReferences } from './reference-links.ts'
import type { View } from './render-options.ts'
import { safeLines } from './safe-text.ts'
import { shortLine } from './short-line.ts'
import { exactRows } from './text-rows.ts'

export interface Fold {
  /** Lines shown from the beginning and from the end when there are more. */
  readonly head: number
  readonly tail: number
  readonly tone?: Tone
  /** Paints a line in place of the tone. */
  paint?(line: string): Line
  /** False: places in files that it names stay text. */
  readonly links?: false
}

/** Most lines shown of anything, unfolded or not: the rest is in the file of the session. */
const MOST = 2_000

/** The text of a tool: all of it in the verbose view, else its beginning and its end. */
export const foldedLines = (text: string, fold: Fold, view: View): readonly Line[] => {
  const { head, tail } = fold
  const all = outputLines(text)
  const shown = (lines: readonly string[]): readonly Line[] =>
    lines.map(line => shortLine(line, view)).flatMap(line => exactRows(paintLine(line, fold, view), view))
  const most = view.verbose ? MOST : head + tail + 1
  if (all.length <= most) return shown(all)
  const first = view.verbose ? MOST / 2 : head
  const last = view.verbose ? MOST / 2 : tail
  const hidden = all.length - first - last
  const words = view.words.transcript
  return [
    ...shown(all.slice(0, first)),
    view.theme.paint('dim', view.verbose ? words.moreLines(hidden) : words.hiddenLines(hidden)),
    ...(last > 0 ? shown(all.slice(-last)) : []),
  ]
}

const paintLine = (line: string, { tone, paint, links }: Fold, view: View): Line => {
  if (paint) return paint(line)
  const linked = links === false ? line : linkReferences(line, view, { kinds: 'places' })
  return tone ? view.theme.paint(tone, linked) : linked
}

/** What programs print, as it would stand on a terminal: of a line written over and over the last version. */
export const outputLines = (text: string): readonly string[] => {
  const lines = stripAnsi(text).replaceAll('\r\n', '\n').trimEnd().replace(/^\n+/, '')
  return lines === '' ? [] : safeLines(lines.replace(/^.*\r(?=[^\n])/gm, '').replaceAll('\r', ''))
}
