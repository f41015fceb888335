import { moveCaret, replaceSpan } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { previousStop } from '../editor/graphemes.ts'
import { lineStart } from '../editor/lines.ts'
import type { Command } from './command.ts'
import { overwrite } from './line-commands.ts'
import { runCommand } from './run-command.ts'
import type { Insertion, VimState } from './vim-state.ts'

/** Everything until `closeGroup` is undone at once. */
export const openGroup = (editor: Editor): Editor =>
  editor.grouped ? editor : { ...editor, grouped: true, group: editor.group + 1, last: 'other' }

export const closeGroup = (editor: Editor): Editor =>
  editor.grouped ? { ...editor, grouped: false, last: 'other' } : editor

/** Notes down where typing begins, so that `.` can do it again. */
export const beginInsertion = (editor: Editor, command: Command): Insertion => ({
  command,
  before: editor.caret,
  behind: editor.text.length - editor.caret,
})

/** What was typed, if all of it was typed in one place. */
const typedIn = ({ text, caret }: Editor, insertion: Insertion): string | undefined => {
  const end =
    insertion.command.type === 'do' && insertion.command.name === 'R' ? caret : text.length - insertion.behind
  return end >= insertion.before && caret >= insertion.before ? text.slice(insertion.before, end) : undefined
}

const REPEATED = 'iaIA'
const OPENED = 'oO'

/** `3ix` types it three times, `3ox` makes three lines of it. */
const repeatTyped = (editor: Editor, command: Command, typed: string): Editor => {
  if (command.type !== 'do' || command.count === undefined || typed === '') return editor
  const again = OPENED.includes(command.name) ? `\n${typed}` : REPEATED.includes(command.name) ? typed : ''
  if (again === '') return editor
  const insert = again.repeat(command.count - 1)
  return replaceSpan(editor, { from: editor.caret, to: editor.caret, insert, as: 'other' })
}

const stepLeft = (editor: Editor): Editor => {
  const { text, caret } = editor
  return caret > lineStart(text, caret) ? moveCaret(editor, previousStop(text, caret)) : editor
}

const idle = (vim: VimState): VimState => {
  const { insertion: _insertion, anchor: _anchor, ...rest } = vim
  return { ...rest, mode: 'normal', pending: [] }
}

/** Esc while typing. */
export const endInsertion = (editor: Editor, vim: VimState): Editor => {
  const { insertion } = vim
  const typed = insertion && typedIn(editor, insertion)
  if (!insertion || typed === undefined) return { ...closeGroup(stepLeft(editor)), vim: idle(vim) }
  const repeated = repeatTyped(editor, insertion.command, typed)
  const change = { command: insertion.command, inserted: typed }
  return { ...closeGroup(stepLeft(repeated)), vim: { ...idle(vim), change } }
}

/** `.`, with a count of its own instead of the first one. */
export const repeatChange = (
  editor: Editor,
  vim: VimState,
  count: number | undefined,
): Editor | undefined => {
  if (!vim.change) return undefined
  const { inserted = '' } = vim.change
  const command: Command = count === undefined ? vim.change.command : { ...vim.change.command, count }
  const outcome = runCommand(openGroup(editor), command)
  if (!outcome) return undefined
  const change = { ...vim.change, command }
  const rest = { ...idle(vim), change }
  if (outcome.mode === 'normal') return { ...closeGroup(outcome.editor), vim: rest }
  const { caret } = outcome.editor
  const typed =
    outcome.mode === 'replace'
      ? overwrite(outcome.editor, inserted)
      : replaceSpan(outcome.editor, { from: caret, to: caret, insert: inserted, as: 'other' })
  return { ...closeGroup(stepLeft(repeatTyped(typed, command, inserted))), vim: rest }
}
