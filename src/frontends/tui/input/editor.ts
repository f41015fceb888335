import type { ImageBlock, UserBlock } from '../../../protocol/message.ts'
import { moveCaret, replaceSpan } from './editor/change.ts'
import { chipLabel, chipsIn, cleanText, replaceChips, restoreChips } from './editor/chip.ts'
import type { Edit, KillEdit } from './editor/edit.ts'
import type { Editor, Span } from './editor/editor-state.ts'
import { stopAtOrBefore } from './editor/graphemes.ts'
import { copyRegion, kill, killLine, killRegion, yank, yankPop } from './editor/kill-edits.ts'
import { emptyRing } from './editor/kill-ring.ts'
import { insertImage, paste } from './editor/paste.ts'
import { RowMemo } from './editor/row-memo.ts'
import { moveInRow, moveRow } from './editor/row-move.ts'
import type { RowShape } from './editor/rows.ts'
import { spanOf, targetOf } from './editor/targets.ts'
import { redo, undo } from './editor/undo.ts'
import { changeCase, transposeChars, transposeWords } from './editor/word-edits.ts'
import { restingVim } from './vim/vim-state.ts'

export type { Edit } from './editor/edit.ts'
export type { Editor } from './editor/editor-state.ts'

export const createEditor = (text = ''): Editor => {
  const clean = cleanText(text)
  return {
    text: clean,
    caret: clean.length,
    chips: [],
    chipCount: 0,
    kills: emptyRing,
    past: undefined,
    future: undefined,
    group: 0,
    grouped: false,
    last: 'none',
    memo: new RowMemo(),
  }
}

/** An empty editor for the next prompt: what was cut, the numbers of chips and vim go on, undo does not. */
export const resetEditor = (editor: Editor): Editor => ({
  ...createEditor(),
  chipCount: editor.chipCount,
  kills: editor.kills,
  ...(editor.vim ? { vim: restingVim(editor.vim) } : {}),
})

/** What is typed in, at the caret. In all edits an offset that lies inside a cluster counts as its beginning. */
export const applyEdit = (editor: Editor, edit: Edit): Editor => {
  switch (edit.type) {
    case 'insert':
      return type(editor, cleanText(edit.text))
    case 'paste':
      return paste(editor, edit.text)
    case 'image':
      return insertImage(editor, edit.block)
    case 'newline':
      return type(editor, '\n')
    case 'continueLine':
      return replaceSpan(editor, { from: editor.caret - 1, to: editor.caret, insert: '\n', as: 'other' })
    case 'delete':
      return remove(editor, spanOf(editor, edit.unit, edit.side))
    case 'move':
      return moveCaret(editor, targetOf(editor, edit.unit, edit.side))
    case 'row':
      return moveRow(editor, edit.by, shapeFor(editor, edit))
    case 'rowEdge':
      return moveInRow(editor, edit.to, shapeFor(editor, edit))
    case 'caret':
      return moveCaret(editor, stopAtOrBefore(editor.text, edit.at))
    case 'replace':
      return replaceSpan(editor, { ...bounded(editor, edit.span), insert: cleanText(edit.text), as: 'other' })
    case 'set':
      return set(editor, edit.text, edit.caret)
    case 'transpose':
      return edit.unit === 'char' ? transposeChars(editor) : transposeWords(editor)
    case 'case':
      return changeCase(editor, edit.to)
    case 'undo':
      return undo(editor)
    case 'redo':
      return redo(editor)
    default:
      return applyKill(editor, edit)
  }
}

const applyKill = (editor: Editor, edit: KillEdit): Editor => {
  switch (edit.type) {
    case 'kill':
      return kill(editor, edit.unit, edit.side)
    case 'killLine':
      return killLine(editor)
    case 'setMark':
      return { ...editor, mark: editor.caret, last: 'other' }
    case 'swapMark':
      return editor.mark === undefined
        ? editor
        : { ...moveCaret(editor, Math.min(editor.mark, editor.text.length)), mark: editor.caret }
    case 'killRegion':
      return killRegion(editor)
    case 'copyRegion':
      return copyRegion(editor)
    case 'yank':
      return yank(editor)
    case 'yankPop':
      return yankPop(editor)
  }
}

const shapeFor = (editor: Editor, view: Pick<RowShape, 'width' | 'label'>): RowShape => ({
  width: view.width,
  chips: editor.chips,
  memo: editor.memo,
  ...(view.label ? { label: view.label } : {}),
})

const type = (editor: Editor, text: string): Editor =>
  text === ''
    ? editor
    : replaceSpan(editor, { from: editor.caret, to: editor.caret, insert: text, as: 'type' })

const remove = (editor: Editor, span: Span): Editor =>
  span.from === span.to ? editor : replaceSpan(editor, { ...span, insert: '', as: 'delete' })

const bounded = ({ text }: Editor, span: Span): Span => {
  const from = stopAtOrBefore(text, span.from)
  const to = stopAtOrBefore(text, span.to)
  return { from: Math.min(from, to), to: Math.max(from, to) }
}

const set = (editor: Editor, text: string, caret: number | undefined): Editor => {
  const insert = restoreChips(text, editor.chips)
  const at = stopAtOrBefore(insert, caret ?? insert.length)
  return replaceSpan(editor, { from: 0, to: editor.text.length, insert, caret: at, as: 'other' })
}

/** Enter after it asks for a new line instead of sending. An escaped backslash is one that was meant. */
export const endsInBackslash = ({ text, caret }: Editor): boolean =>
  /(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(Math.max(0, caret - 20), caret))

/** With labels where chips stand: for a list, an editor, a title. */
export const labelledText = ({ text, chips }: Editor): string => replaceChips(text, chips, chipLabel)

/** What is sent: pasted text in its place, pictures behind the text, which names them. */
export const expandEditor = ({
  text,
  chips,
}: Editor): { readonly text: string; readonly blocks: readonly UserBlock[] } => {
  const images = new Set<ImageBlock>()
  for (const chip of chipsIn(text, chips)) if (chip.kind === 'image') images.add(chip.block)
  const whole = replaceChips(text, chips, chip => (chip.kind === 'text' ? chip.text : chipLabel(chip)))
  return { text: whole, blocks: [{ type: 'text', text: whole }, ...images] }
}
