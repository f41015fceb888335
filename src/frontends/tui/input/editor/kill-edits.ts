import { replaceSpan } from './change.ts'
import type { Side, Unit } from './edit.ts'
import type { Editor, Span } from './editor-state.ts'
import { currentKill, growKill, pushKill, rotate } from './kill-ring.ts'
import { lineEnd, lineStart } from './lines.ts'
import { regionOf, spanOf } from './targets.ts'

const cut = (editor: Editor, span: Span, side: 'before' | 'after'): Editor => {
  const text = editor.text.slice(span.from, span.to)
  if (text === '') return editor
  const kills =
    editor.last === 'kill'
      ? growKill(editor.kills, text, side)
      : pushKill(editor.kills, { text, lines: false })
  return replaceSpan({ ...editor, kills }, { ...span, insert: '', as: 'kill' })
}

/** With a region, cutting the word before the caret cuts the region instead, as people with a mark expect. */
export const kill = (editor: Editor, unit: Unit, side: Side): Editor => {
  if (unit === 'bigWord' && side === 'back' && regionOf(editor)) return killRegion(editor)
  return cut(editor, spanOf(editor, unit, side), side === 'back' ? 'before' : 'after')
}

/** The whole line, and its line end when there are others. */
export const killLine = (editor: Editor): Editor => {
  const from = lineStart(editor.text, editor.caret)
  const end = lineEnd(editor.text, editor.caret)
  if (end < editor.text.length) return cut(editor, { from, to: end + 1 }, 'after')
  return cut(editor, { from: Math.max(0, from - 1), to: end }, 'after')
}

export const killRegion = (editor: Editor): Editor => {
  const region = regionOf(editor)
  return region ? cut({ ...editor, last: 'other' }, region, 'after') : editor
}

export const copyRegion = (editor: Editor): Editor => {
  const region = regionOf(editor)
  if (!region) return editor
  const { mark: _mark, ...rest } = editor
  const text = editor.text.slice(region.from, region.to)
  return { ...rest, kills: pushKill(editor.kills, { text, lines: false }), last: 'other' }
}

export const yank = (editor: Editor): Editor => {
  const kills = { ...editor.kills, at: 0 }
  const newest = currentKill(kills)
  if (!newest) return editor
  const at = editor.caret
  return replaceSpan({ ...editor, kills }, { from: at, to: at, insert: newest.text, as: 'yank' })
}

/** Right after a yank: the entry before it in its place. */
export const yankPop = (editor: Editor): Editor => {
  if (editor.last !== 'yank') return editor
  const put = currentKill(editor.kills)
  const kills = rotate(editor.kills)
  const other = currentKill(kills)
  if (!put || !other) return editor
  const from = editor.caret - put.text.length
  return replaceSpan({ ...editor, kills }, { from, to: editor.caret, insert: other.text, as: 'yank' })
}
