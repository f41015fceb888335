import type { Side, Unit } from './edit.ts'
import type { Editor, Span } from './editor-state.ts'
import { nextStop, previousStop } from './graphemes.ts'
import { lineEnd, lineStart } from './lines.ts'
import { bigWordEndAfter, bigWordStartBefore, wordEndAfter, wordStartBefore } from './words.ts'

type Target = (text: string, caret: number) => number

const TARGETS: Readonly<Record<Unit, Readonly<Record<Side, Target>>>> = {
  char: { back: previousStop, forward: nextStop },
  word: { back: wordStartBefore, forward: wordEndAfter },
  bigWord: { back: bigWordStartBefore, forward: bigWordEndAfter },
  line: { back: lineStart, forward: lineEnd },
  buffer: { back: () => 0, forward: text => text.length },
}

/** Where a move of that size leads. */
export const targetOf = (editor: Editor, unit: Unit, side: Side): number =>
  TARGETS[unit][side](editor.text, editor.caret)

/** What a deletion of that size takes; at the end of a line the line end itself. */
export const spanOf = (editor: Editor, unit: Unit, side: Side): Span => {
  const { text, caret } = editor
  const target = targetOf(editor, unit, side)
  const reached = unit === 'line' && target === caret ? TARGETS.char[side](text, caret) : target
  return side === 'back' ? { from: reached, to: caret } : { from: caret, to: reached }
}

/** Between caret and mark; undefined where nothing is. */
export const regionOf = ({ caret, mark, text }: Editor): Span | undefined => {
  if (mark === undefined || mark === caret) return undefined
  const other = Math.min(mark, text.length)
  return other < caret ? { from: other, to: caret } : { from: caret, to: other }
}
