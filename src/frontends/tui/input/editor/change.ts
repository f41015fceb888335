import type { Editor, LastEdit, Span } from './editor-state.ts'
import { stopAtOrAfter } from './graphemes.ts'
import { pushStep } from './undo.ts'

export interface Change extends Span {
  readonly insert: string
  /** Default: behind what was inserted. */
  readonly caret?: number
  readonly as: LastEdit
}

/** The only way a text changes: one span replaced, written down for undo. */
export const replaceSpan = (editor: Editor, change: Change): Editor => {
  const { from, to, insert } = change
  const text = editor.text.slice(0, from) + insert + editor.text.slice(to)
  // What was put in may have become one cluster with what stands behind it.
  const caret = stopAtOrAfter(text, change.caret ?? from + insert.length)
  const { goal: _goal, mark: _mark, ...rest } = editor
  const removed = editor.text.slice(from, to)
  if (removed === insert) return { ...rest, caret, last: change.as }
  const joins = joinsLast(editor, change)
  const group = editor.grouped || joins ? editor.group : editor.group + 1
  const step = { at: from, removed, inserted: insert, caretBefore: editor.caret, caretAfter: caret, group }
  const previous = joins ? editor.past : undefined
  return {
    ...rest,
    text,
    caret,
    group,
    last: change.as,
    future: undefined,
    past: previous
      ? {
          ...previous,
          inserted: previous.inserted + insert,
          caretAfter: caret,
        }
      : pushStep(editor.past, step),
  }
}

/** Typed letters are one step until a blank follows a word, the caret moves or something else happens. */
const joinsLast = (editor: Editor, { from, to, insert, as }: Change): boolean => {
  const { past, last } = editor
  if (as !== 'type' || last !== 'type' || !past || from !== to || past.group !== editor.group) return false
  if (from !== past.at + past.inserted.length) return false
  return insert !== '\n' && !(insert.startsWith(' ') && !past.inserted.endsWith(' '))
}

/** The caret elsewhere; text, undo and kills stay. */
export const moveCaret = (editor: Editor, caret: number, goal?: number): Editor => {
  if (caret === editor.caret && goal === editor.goal)
    return editor.last === 'move' ? editor : { ...editor, last: 'move' }
  const { goal: _goal, ...rest } = editor
  return { ...rest, caret, last: 'move', ...(goal === undefined ? {} : { goal }) }
}
