import type { Span } from '../editor/editor-state.ts'
import { lineEnd, lineStart } from '../editor/lines.ts'

const isEmpty = (text: string, start: number): boolean => start >= text.length || text[start] === '\n'
/** For the object, a line of blanks parts paragraphs as well. */
const isBlankLine = (text: string, start: number): boolean =>
  text.slice(start, lineEnd(text, start)).trim() === ''

/** `}`: the empty line behind this paragraph, else the end. */
export const nextParagraph = (text: string, at: number): number => {
  let start = lineStart(text, at)
  let sawText = false
  for (;;) {
    if (!isEmpty(text, start)) sawText = true
    else if (sawText && start < text.length) return start
    const end = lineEnd(text, start)
    if (end >= text.length) return text.length
    start = end + 1
  }
}

/** `{`: the empty line before it, else the beginning. */
export const previousParagraph = (text: string, at: number): number => {
  let start = lineStart(text, at)
  let sawText = false
  for (;;) {
    if (!isEmpty(text, start)) sawText = true
    else if (sawText) return start
    if (start === 0) return 0
    start = lineStart(text, start - 1)
  }
}

/** `ip` and `ap`: the lines of a paragraph, or of the gap between two. `to` is the end of the last line. */
export const paragraphLines = (text: string, at: number, around: boolean): Span => {
  const run = runOfLines(text, lineStart(text, at))
  if (!around) return run
  if (run.to < text.length) return { from: run.from, to: runOfLines(text, run.to + 1).to }
  return run.from === 0 ? run : { from: runOfLines(text, lineStart(text, run.from - 1)).from, to: run.to }
}

const runOfLines = (text: string, start: number): Span => {
  const blank = isBlankLine(text, start)
  let from = start
  while (from > 0) {
    const before = lineStart(text, from - 1)
    if (isBlankLine(text, before) !== blank) break
    from = before
  }
  let to = lineEnd(text, start)
  while (to < text.length && isBlankLine(text, to + 1) === blank) to = lineEnd(text, to + 1)
  return { from, to }
}
