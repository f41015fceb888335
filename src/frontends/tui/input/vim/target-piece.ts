import type { Editor } from '../editor/editor-state.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'
import { firstNonBlank, lineEnd, lineStart } from '../editor/lines.ts'
import { classes, isBlankClass, nextWord, runEnd, wordEnd } from './char-class.ts'
import type { Command, Motion } from './command.ts'
import { lineBelow, type Moved, runMotion } from './motions.ts'
import { findObject, type Piece } from './objects.ts'
import { charsRight } from './operate.ts'

type Operation = Extract<Command, { type: 'operate' }>

export interface TargetPiece {
  readonly piece: Piece
  /** What a motion brought to light: a search to be repeated. */
  readonly moved?: Moved
}

/** The piece of text an operator's target names; undefined when there is none. */
export const targetPiece = (
  editor: Editor,
  { operator, target, count }: Operation,
): TargetPiece | undefined => {
  const times = count ?? 1
  const { text, caret } = editor
  switch (target.by) {
    case 'lines':
      return { piece: linesFrom(text, caret, times) }
    case 'size':
      return { piece: target.lines ? linesFrom(text, caret, target.size) : clusters(editor, target.size) }
    case 'object': {
      const piece = findObject(text, { at: caret, times }, target.object)
      return piece && { piece }
    }
    case 'motion':
      return motionPiece(editor, { motion: target.motion, count, changes: operator === 'c' })
  }
}

/** As many as there are. */
const linesFrom = (text: string, at: number, count: number): Piece => {
  const from = lineStart(text, at)
  let to = lineEnd(text, from)
  for (let left = count - 1; left > 0 && to < text.length; left--) to = lineEnd(text, to + 1)
  return { from, to, lines: true }
}

/** Over line ends, unlike `charsRight`. */
const clusters = (editor: Editor, size: number): Piece => {
  const inLine = charsRight(editor, size)
  let to = inLine.from
  for (let left = size; left > 0; left--) to = nextStop(editor.text, to)
  return { ...inLine, to }
}

interface MotionOrder {
  readonly motion: Motion
  readonly count: number | undefined
  readonly changes: boolean
}

const motionPiece = (editor: Editor, order: MotionOrder): TargetPiece | undefined => {
  const { name } = order.motion
  if (name === 'w' || name === 'W') return { piece: wordsPiece(editor, order) }
  const moved = runMotion(editor, order.motion, order.count)
  if (!moved) return undefined
  const { text, caret } = editor
  const from = Math.min(caret, moved.to)
  const to = Math.max(caret, moved.to)
  if (moved.kind === 'lines') return { piece: { from, to, lines: true }, moved }
  if (moved.kind === 'inclusive') return { piece: { from, to: inclusiveEnd(text, to), lines: false }, moved }
  return { piece: exclusivePiece(text, from, to), moved }
}

const inclusiveEnd = (text: string, at: number): number => (text[at] === '\n' ? at : nextStop(text, at))

/** An end at the beginning of a line means the end of the one before; from its first word on, whole lines. */
const exclusivePiece = (text: string, from: number, to: number): Piece => {
  const crosses = to > from && to === lineStart(text, to) && lineStart(text, from) !== to
  if (!crosses) return { from, to, lines: false }
  const end = to - 1
  return from <= firstNonBlank(text, from) && from < end
    ? { from, to: end, lines: true }
    : { from, to: end, lines: false }
}

/** Words do not take the line end with them, and `cw` leaves the blank behind the word. */
const wordsPiece = ({ text, caret }: Editor, { motion, count, changes }: MotionOrder): Piece => {
  const kindOf = classes(text, motion.name === 'W')
  const times = count ?? 1
  const from = caret
  if (changes && caret < text.length && !isBlankClass(kindOf(caret))) {
    let last = runEnd(text, caret, kindOf)
    for (let left = times - 1; left > 0; left--) last = wordEnd(text, last, kindOf)
    return { from, to: nextStop(text, last), lines: false }
  }
  let start = caret
  for (let left = times - 1; left > 0; left--) start = nextWord(text, start, kindOf)
  const to = Math.min(nextWord(text, start, kindOf), lineEnd(text, start))
  return { from, to, lines: false }
}

/** Number of lines a piece touches. */
export const lineCount = (text: string, { from, to }: Piece): number => {
  let lines = 1
  for (
    let start = lineBelow(text, from, 1);
    start !== undefined && start <= to;
    start = lineBelow(text, start, 1)
  )
    lines += 1
  return lines
}

/** Number of clusters in a piece. */
export const clusterCount = (text: string, { from, to }: Piece): number => {
  let count = 0
  for (let at = to; at > from; at = previousStop(text, at)) count += 1
  return count
}
