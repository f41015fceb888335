import { escapeLine } from '../../lib/escape-text.ts'
import { field, numberField } from '../../lib/values/read-field.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import { type Paint, sayIn } from './paint.ts'

const MAX_LINES = 40
const LINE_CHARS = 160

/** Lines of a unified diff with their numbers; anything that is no list of hunks gives none. */
export const showPatch = (patch: unknown, paint: Paint): readonly string[] => {
  if (!Array.isArray(patch)) return []
  const shown = patch.flatMap((hunk, at) => [...(at > 0 ? ['   ⋯'] : []), ...showHunk(hunk, paint)])
  return shorten(shown, paint)
}

export const countChanges = (patch: unknown): { readonly added: number; readonly removed: number } => {
  const lines = Array.isArray(patch) ? patch.flatMap(linesOf) : []
  return {
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
  }
}

/** What a replacement would take out and put in; lines both have at start and end are context. */
export const showReplacement = (before: string, after: string, paint: Paint): readonly string[] => {
  const old = splitLines(before)
  const now = splitLines(after)
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return shorten(
    [
      ...old.slice(0, start).map(line => showLine(' ', line, paint)),
      ...old.slice(start, old.length - end).map(line => showLine('-', line, paint)),
      ...now.slice(start, now.length - end).map(line => showLine('+', line, paint)),
      ...old.slice(old.length - end).map(line => showLine(' ', line, paint)),
    ],
    paint,
  )
}

const showHunk = (hunk: unknown, paint: Paint): readonly string[] => {
  let oldLine = numberField(hunk, 'oldStart') ?? 1
  let newLine = numberField(hunk, 'newStart') ?? 1
  return linesOf(hunk).map(line => {
    const mark = line.slice(0, 1)
    if (mark === '\\') return paint('dim', `     ${escapeLine(line, LINE_CHARS)}`)
    const number = mark === '-' ? oldLine : newLine
    if (mark !== '+') oldLine++
    if (mark !== '-') newLine++
    return `${paint('dim', String(number).padStart(4))} ${showLine(mark, line.slice(1), paint)}`
  })
}

const showLine = (mark: string, text: string, paint: Paint): string => {
  const line = `${mark} ${escapeLine(text, LINE_CHARS)}`
  if (mark === '+') return paint('green', line)
  return mark === '-' ? paint('red', line) : line
}

const linesOf = (hunk: unknown): readonly string[] => {
  const lines = field(hunk, 'lines')
  return Array.isArray(lines) ? lines.filter(line => typeof line === 'string') : []
}

const splitLines = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n')

const shorten = (lines: readonly string[], paint: Paint): readonly string[] => {
  const count = lines.length - MAX_LINES
  return count > 0 ? [...lines.slice(0, MAX_LINES), sayIn(paint, lineText('more_lines', { count }))] : lines
}
