import { moveCaret } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { previousStop } from '../editor/graphemes.ts'
import type { Command, OperatorName } from './command.ts'
import { fillPiece, joinLines } from './line-commands.ts'
import { runMotion } from './motions.ts'
import { findObject, type Piece } from './objects.ts'
import { operate } from './operate.ts'
import { readCount, readMotion, readObject } from './parse-command.ts'
import { putOver } from './put.ts'
import { selectedPiece } from './selection.ts'
import { clusterCount, lineCount } from './target-piece.ts'
import type { VimMode, VimState } from './vim-state.ts'

/** What a key did to a selection. `more`: the command is not complete. */
export type VisualStep =
  | { readonly kind: 'more' }
  | { readonly kind: 'bad' }
  | { readonly kind: 'select'; readonly editor: Editor; readonly vim: Partial<VimState> }
  | { readonly kind: 'done'; readonly editor: Editor; readonly mode: VimMode; readonly change?: Command }

const OPERATORS: Readonly<Record<string, OperatorName>> = {
  d: 'd',
  x: 'd',
  '<delete>': 'd',
  D: 'd',
  X: 'd',
  c: 'c',
  s: 'c',
  C: 'c',
  S: 'c',
  R: 'c',
  y: 'y',
  Y: 'y',
  '>': '>',
  '<': '<',
  '~': 'g~',
  u: 'gu',
  U: 'gU',
  'g~': 'g~',
  gu: 'gu',
  gU: 'gU',
}
/** These take whole lines whatever is selected. */
const BY_LINES = 'DXCSRY'

export const visualStep = (editor: Editor, vim: VimState, keys: readonly string[]): VisualStep => {
  const piece = selectedPiece(editor)
  const count = readCount(keys)
  const rest = keys.slice(count.used)
  const typed = rest.join('')
  if (!piece || typed === '') return { kind: 'more' }
  const operator = OPERATORS[typed]
  if (operator) {
    const lines = piece.lines || BY_LINES.includes(typed)
    return runOperator(editor, operator, { piece: { ...piece, lines }, times: count.value ?? 1 })
  }
  return chooseMore(editor, { vim, piece, rest, count: count.value })
}

const runOperator = (
  editor: Editor,
  operator: OperatorName,
  order: { readonly piece: Piece; readonly times: number },
): VisualStep => {
  const { piece } = order
  // Undone, the caret is where the selection began.
  const done = operate({ ...editor, caret: piece.from }, operator, order)
  const size = piece.lines ? lineCount(editor.text, piece) : clusterCount(editor.text, piece)
  const change: Command = { type: 'operate', operator, target: { by: 'size', lines: piece.lines, size } }
  const mode = done.inserts ? 'insert' : 'normal'
  return { kind: 'done', editor: done.editor, mode, ...(operator === 'y' ? {} : { change }) }
}

interface Order {
  readonly vim: VimState
  readonly piece: Piece
  readonly rest: readonly string[]
  readonly count: number | undefined
}

const chooseMore = (editor: Editor, order: Order): VisualStep => {
  const { piece, rest, vim } = order
  const [first = '', second] = rest
  if (first === 'o')
    return {
      kind: 'select',
      editor: moveCaret(editor, vim.anchor ?? editor.caret),
      vim: { anchor: editor.caret },
    }
  if (first === 'v' || first === 'V') {
    const mode = first === 'v' ? 'visual' : 'visualLine'
    return mode === vim.mode
      ? { kind: 'done', editor, mode: 'normal' }
      : { kind: 'select', editor, vim: { mode } }
  }
  if (first === 'J') {
    const joined = joinLines(moveCaret(editor, piece.from), lineCount(editor.text, piece))
    return { kind: 'done', editor: joined, mode: 'normal' }
  }
  if (first === 'p' || first === 'P') return { kind: 'done', editor: putOver(editor, piece), mode: 'normal' }
  if (first === 'r') {
    if (second === undefined) return { kind: 'more' }
    return second.length > 2 && second.startsWith('<')
      ? { kind: 'bad' }
      : { kind: 'done', editor: fillPiece(editor, piece, second), mode: 'normal' }
  }
  return selectObject(editor, order) ?? selectMotion(editor, order)
}

const selectObject = (editor: Editor, { rest, count }: Order): VisualStep | undefined => {
  const object = readObject(rest)
  if (object === 'more') return { kind: 'more' }
  if (object === 'bad') return undefined
  const found = findObject(editor.text, { at: editor.caret, times: count ?? 1 }, object.value)
  if (!found || found.to === found.from) return { kind: 'bad' }
  const last = found.lines ? found.to : previousStop(editor.text, found.to)
  const mode = found.lines ? { mode: 'visualLine' as const } : {}
  return { kind: 'select', editor: moveCaret(editor, last), vim: { anchor: found.from, ...mode } }
}

const selectMotion = (editor: Editor, { rest, count }: Order): VisualStep => {
  const motion = readMotion(rest)
  if (motion === 'more' || motion === 'bad') return { kind: motion }
  const moved = runMotion(editor, motion.value, count)
  if (!moved) return { kind: 'bad' }
  return {
    kind: 'select',
    editor: moveCaret(editor, moved.to, moved.goal),
    vim: moved.find ? { find: moved.find } : {},
  }
}
