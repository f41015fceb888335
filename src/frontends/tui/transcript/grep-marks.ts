import { foundFrom, linearPattern } from '../../../lib/text/linear-pattern.ts'
import type { Line } from '../terminal/screen-port.ts'
import { markMatches } from './mark-matches.ts'
import { linkFile } from './reference-links.ts'
import type { View } from './render-options.ts'

/** Paints the lines a search found: its matches marked, the files they are in linked. */
export const matchPainter = (
  input: unknown,
  view: Pick<View, 'theme' | 'references'>,
): ((line: string) => Line) => {
  const { theme } = view
  const pattern = linearPattern(input)
  return line => {
    const place = previousLineOf(line, view)
    const from = pattern ? foundFrom(line) : undefined
    if (!pattern || from === undefined || from < place.end)
      return theme.paint('dim', place.linked + line.slice(place.end))
    const rest = theme.paint('dim', line.slice(from))
    return theme.paint('dim', place.linked + line.slice(place.end, from)) + markMatches(rest, pattern, theme)
  }
}

/** Each line names a file, and nothing else. */
export const filePainter =
  (view: Pick<View, 'theme' | 'references'>): ((line: string) => Line) =>
  line =>
    view.theme.paint('dim', linkFile(line, line, view))

const PLACE = /^([^:]+):\d{1,9}(?=:)/

/** The file and line a found line begins with, linked, and where they end. */
const previousLineOf = (
  line: string,
  view: Pick<View, 'references'>,
): { readonly linked: string; readonly end: number } => {
  const [place = '', path] = PLACE.exec(line) ?? []
  return { linked: linkFile(path, place, view), end: place.length }
}
