import { moveCaret, replaceSpan } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'
import { pushKill } from '../editor/kill-ring.ts'
import { firstNonBlank, lineEnd, lineStart } from '../editor/lines.ts'
import type { OperatorName } from './command.ts'
import type { Piece } from './objects.ts'

/** What an operator left behind, and whether typing goes on there. */
export interface Operated {
  readonly editor: Editor
  readonly inserts: boolean
}

const INDENT = '  '

/** Whole lines, however the piece was made. */
const wholeLines = (text: string, piece: Piece): Piece =>
  piece.lines ? { from: lineStart(text, piece.from), to: lineEnd(text, piece.to), lines: true } : piece

export const operate = (
  editor: Editor,
  operator: OperatorName,
  { piece: given, times = 1 }: { readonly piece: Piece; readonly times?: number },
): Operated => {
  const piece = wholeLines(editor.text, given)
  switch (operator) {
    case 'd':
      return { editor: remove(editor, piece), inserts: false }
    case 'c':
      return { editor: change(editor, piece), inserts: true }
    case 'y':
      return { editor: moveCaret(yank(editor, piece), placeAfter(editor, piece)), inserts: false }
    case '>':
    case '<':
      return { editor: indent(editor, piece, operator === '>' ? times : -times), inserts: false }
    default:
      return { editor: recase(editor, piece, CASES[operator]), inserts: false }
  }
}

const yank = (editor: Editor, { from, to, lines }: Piece): Editor => {
  const text = editor.text.slice(from, to)
  // An empty line is a line, too.
  return { ...editor, kills: pushKill(editor.kills, { text: lines ? `${text}\n` : text, lines }) }
}

/** Where the caret stays: in its column while it is in the first of the lines, else at the beginning of the piece. */
const placeAfter = ({ text, caret }: Editor, { from, lines }: Piece): number =>
  lines && lineStart(text, caret) === from ? caret : from

const remove = (editor: Editor, piece: Piece): Editor => {
  const kept = yank(editor, piece)
  const { from, to } = piece
  if (!piece.lines) return replaceSpan(kept, { from, to, insert: '', as: 'other' })
  const { text } = editor
  const span = to < text.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to }
  const removed = replaceSpan(kept, { ...span, insert: '', as: 'other' })
  return moveCaret(removed, firstNonBlank(removed.text, Math.min(from, removed.text.length)))
}

const change = (editor: Editor, piece: Piece): Editor =>
  replaceSpan(yank(editor, piece), { from: piece.from, to: piece.to, insert: '', as: 'other' })

const indent = (editor: Editor, piece: Piece, by: number): Editor => {
  const from = lineStart(editor.text, piece.from)
  const to = lineEnd(
    editor.text,
    piece.lines ? piece.to : Math.max(piece.from, previousStop(editor.text, piece.to)),
  )
  const blanks = INDENT.repeat(Math.abs(by))
  const insert = editor.text
    .slice(from, to)
    .split('\n')
    .map(line => (by > 0 ? (line === '' ? line : blanks + line) : withoutIndent(line, blanks.length)))
    .join('\n')
  const moved = replaceSpan(editor, { from, to, insert, caret: from, as: 'other' })
  return moveCaret(moved, firstNonBlank(moved.text, from))
}

const withoutIndent = (line: string, most: number): string => {
  let cut = 0
  while (cut < most && (line[cut] === ' ' || line[cut] === '\t')) cut += line[cut] === '\t' ? most : 1
  return line.slice(Math.min(cut, line.length - line.trimStart().length))
}

const other = (text: string): string =>
  Array.from(text, letter =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  ).join('')

const CASES = {
  gu: (text: string) => text.toLowerCase(),
  gU: (text: string) => text.toUpperCase(),
  'g~': other,
} as const

const recase = (editor: Editor, piece: Piece, to: (text: string) => string): Editor => {
  const insert = to(editor.text.slice(piece.from, piece.to))
  const caret = placeAfter(editor, piece)
  return replaceSpan(editor, { from: piece.from, to: piece.to, insert, caret, as: 'other' })
}

/** `~`: so many characters, within the line; the caret goes on behind them. */
export const toggleChars = (editor: Editor, times: number): Editor => {
  const { from, to } = charsRight(editor, times)
  const insert = other(editor.text.slice(from, to))
  return replaceSpan(editor, { from, to, insert, as: 'other' })
}

/** So many characters from the caret on, within the line. */
export const charsRight = ({ text, caret }: Editor, times: number): Piece => {
  const end = lineEnd(text, caret)
  let to = caret
  for (let left = times; left > 0 && to < end; left--) to = nextStop(text, to)
  return { from: caret, to, lines: false }
}
