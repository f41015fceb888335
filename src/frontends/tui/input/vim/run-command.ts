import { moveCaret, replaceSpan } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { nextStop } from '../editor/graphemes.ts'
import { firstNonBlank, lineEnd, lineStart } from '../editor/lines.ts'
import { redo, undo } from '../editor/undo.ts'
import type { Command } from './command.ts'
import { joinLines, replaceChars } from './line-commands.ts'
import { type Moved, runMotion } from './motions.ts'
import { charsRight, operate, toggleChars } from './operate.ts'
import { put } from './put.ts'
import { targetPiece } from './target-piece.ts'
import type { Find, VimMode } from './vim-state.ts'

/** What a command left behind. */
export interface Outcome {
  readonly editor: Editor
  readonly mode: VimMode
  readonly find?: Find
  /** For the program, when there is no line to go to. */
  readonly action?: 'history:previous' | 'history:next'
}

const normal = (editor: Editor): Outcome => ({ editor, mode: 'normal' })
const inserting = (editor: Editor): Outcome => ({ editor, mode: 'insert' })

/** Undefined when it cannot be done here; nothing has happened then. */
export const runCommand = (editor: Editor, command: Command): Outcome | undefined => {
  switch (command.type) {
    case 'motion':
      return runMove(editor, command)
    case 'operate':
      return runOperation(editor, command)
    case 'do':
      return runAction(editor, command)
  }
}

const found = (moved: Moved | undefined): { readonly find?: Find } =>
  moved?.find ? { find: moved.find } : {}

const runMove = (
  editor: Editor,
  { motion, count }: Extract<Command, { type: 'motion' }>,
): Outcome | undefined => {
  const moved = runMotion(editor, motion, count)
  if (moved) return { ...normal(moveCaret(editor, moved.to, moved.goal)), ...found(moved) }
  if (motion.name === 'k') return { ...normal(editor), action: 'history:previous' }
  return motion.name === 'j' ? { ...normal(editor), action: 'history:next' } : undefined
}

const runOperation = (
  editor: Editor,
  command: Extract<Command, { type: 'operate' }>,
): Outcome | undefined => {
  const target = targetPiece(editor, command)
  if (!target) return undefined
  const done = operate(editor, command.operator, { piece: target.piece })
  return { editor: done.editor, mode: done.inserts ? 'insert' : 'normal', ...found(target.moved) }
}

/** Short for an operator and its target. */
const SHORT: Readonly<Record<string, Omit<Extract<Command, { type: 'operate' }>, 'count'>>> = {
  x: { type: 'operate', operator: 'd', target: { by: 'motion', motion: { name: 'l' } } },
  '<delete>': { type: 'operate', operator: 'd', target: { by: 'motion', motion: { name: 'l' } } },
  X: { type: 'operate', operator: 'd', target: { by: 'motion', motion: { name: 'h' } } },
  D: { type: 'operate', operator: 'd', target: { by: 'motion', motion: { name: '$' } } },
  C: { type: 'operate', operator: 'c', target: { by: 'motion', motion: { name: '$' } } },
  S: { type: 'operate', operator: 'c', target: { by: 'lines' } },
  Y: { type: 'operate', operator: 'y', target: { by: 'lines' } },
}

const runAction = (editor: Editor, command: Extract<Command, { type: 'do' }>): Outcome | undefined => {
  const short = SHORT[command.name]
  if (short) return runOperation(editor, { ...short, ...(command.count ? { count: command.count } : {}) })
  return ACTIONS[command.name]?.(editor, command.count ?? 1, command)
}

type Action = (
  editor: Editor,
  times: number,
  command: Extract<Command, { type: 'do' }>,
) => Outcome | undefined

const times = (editor: Editor, count: number, step: (editor: Editor) => Editor): Outcome | undefined => {
  let stepped = editor
  for (let left = count; left > 0; left--) stepped = step(stepped)
  return stepped === editor ? undefined : normal(stepped)
}

const openLine = (editor: Editor, side: 'above' | 'below'): Outcome => {
  const { text, caret } = editor
  const at = side === 'below' ? lineEnd(text, caret) : lineStart(text, caret)
  const opened = replaceSpan(editor, { from: at, to: at, insert: '\n', as: 'other' })
  return inserting(side === 'below' ? opened : moveCaret(opened, at))
}

const visual =
  (mode: 'visual' | 'visualLine'): Action =>
  editor => ({ editor, mode })

const ACTIONS: Readonly<Record<string, Action>> = {
  s: (editor, count) => inserting(operate(editor, 'c', { piece: charsRight(editor, count) }).editor),
  i: editor => inserting(editor),
  a: editor => {
    const { text, caret } = editor
    return inserting(moveCaret(editor, caret < lineEnd(text, caret) ? nextStop(text, caret) : caret))
  },
  I: editor => inserting(moveCaret(editor, firstNonBlank(editor.text, editor.caret))),
  A: editor => inserting(moveCaret(editor, lineEnd(editor.text, editor.caret))),
  o: editor => openLine(editor, 'below'),
  O: editor => openLine(editor, 'above'),
  R: editor => ({ editor, mode: 'replace' }),
  v: visual('visual'),
  V: visual('visualLine'),
  '~': (editor, count) =>
    charsRight(editor, 1).to === editor.caret ? undefined : normal(toggleChars(editor, count)),
  r: (editor, count, { char = '' }) => {
    const replaced = replaceChars(editor, char === '<enter>' ? '\n' : char, count)
    return replaced && normal(replaced)
  },
  J: (editor, count) => {
    const joined = joinLines(editor, count)
    return joined === editor ? undefined : normal(joined)
  },
  p: (editor, count) => times(editor, 1, each => put(each, 'behind', count)),
  P: (editor, count) => times(editor, 1, each => put(each, 'before', count)),
  u: (editor, count) => times(editor, count, undo),
  '<c-r>': (editor, count) => times(editor, count, redo),
}
