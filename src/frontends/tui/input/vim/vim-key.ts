import { plainStart } from '../../../../lib/text/plain-start.ts'
import type { KeyPress } from '../../terminal/input-event.ts'
import { moveCaret } from '../editor/change.ts'
import type { Editor } from '../editor/editor-state.ts'
import { previousStop } from '../editor/graphemes.ts'
import { lineStart } from '../editor/lines.ts'
import type { Command } from './command.ts'
import { beginInsertion, closeGroup, endInsertion, openGroup, repeatChange } from './insertion.ts'
import { clampCaret, overwrite } from './line-commands.ts'
import { parseCommand } from './parse-command.ts'
import { type Outcome, runCommand } from './run-command.ts'
import { restingVim, type VimState } from './vim-state.ts'
import { visualStep } from './visual.ts'

export interface VimResult {
  readonly editor: Editor
  /** False: the key means what it means without vim. */
  readonly handled: boolean
  /** Something the text cannot do by itself, for the program. */
  readonly action?: 'history:previous' | 'history:next' | 'history:search'
}

/** Vim keys on or off. On, typing goes on as before: insert mode. */
export const withVim = (editor: Editor, on: boolean): Editor => {
  if (on === (editor.vim !== undefined)) return editor
  const { vim: _vim, ...rest } = closeGroup(editor)
  return on ? { ...rest, vim: { mode: 'insert', pending: [] } } : rest
}

/** What a key does where vim is on. */
export const vimKey = (editor: Editor, key: KeyPress): VimResult => {
  const { vim } = editor
  if (!vim) return { editor, handled: false }
  const token = tokenOf(key, vim)
  if (token === undefined) return { editor, handled: false }
  if (vim.mode === 'insert')
    return token === '<esc>' ? handled(endInsertion(editor, vim)) : { editor, handled: false }
  if (vim.mode === 'replace') return replaceKey(editor, vim, token)
  if (token === '<esc>') return leave(editor, vim)
  return vim.mode === 'normal' ? normalKey(editor, vim, token) : visualKey(editor, vim, token)
}

const handled = (editor: Editor): VimResult => ({ editor, handled: true })

const NAMED: Readonly<Record<string, string>> = {
  escape: '<esc>',
  left: '<left>',
  right: '<right>',
  home: '<home>',
  end: '<end>',
  backspace: '<backspace>',
  delete: '<delete>',
}

/** A key as commands spell it; undefined for those vim leaves to the program. */
const tokenOf = (key: KeyPress, vim: VimState): string | undefined => {
  if (key.ctrl && !key.alt && key.name === 'r' && vim.mode === 'normal') return '<c-r>'
  if (key.ctrl && key.name === '[') return '<esc>'
  if (key.ctrl || key.alt || key.super) return undefined
  if (key.name === 'enter') return vim.pending.at(-1) === 'r' ? '<enter>' : undefined
  return NAMED[key.name] ?? (key.text === '' || key.name === 'tab' ? undefined : key.text)
}

const leave = (editor: Editor, vim: VimState): VimResult => {
  if (vim.mode === 'normal' && vim.pending.length === 0) return { editor, handled: false }
  const { anchor: _anchor, ...rest } = vim
  return handled(clampCaret({ ...editor, vim: { ...rest, mode: 'normal', pending: [] } }))
}

const replaceKey = (editor: Editor, vim: VimState, token: string): VimResult => {
  if (token === '<esc>') return handled(clampCaret(endInsertion(editor, vim)))
  if (token === '<backspace>') {
    const { text, caret } = editor
    return handled(caret > lineStart(text, caret) ? moveCaret(editor, previousStop(text, caret)) : editor)
  }
  return token.startsWith('<') && token.length > 1
    ? { editor, handled: false }
    : handled(overwrite(editor, token))
}

const normalKey = (editor: Editor, vim: VimState, token: string): VimResult => {
  if (vim.pending.length === 0 && plainStart(token) === '/')
    return { editor, handled: true, action: 'history:search' }
  if (vim.pending.length === 0 && plainStart(token) === '?' && editor.text === '')
    return { editor, handled: false }
  const keys = [...vim.pending, token]
  const parsed = parseCommand(keys)
  if (parsed.kind === 'more') return handled({ ...editor, vim: { ...vim, pending: keys } })
  const idle = { ...editor, vim: { ...vim, pending: [] } }
  if (parsed.kind === 'bad') return handled(idle)
  const { command } = parsed
  if (command.type === 'do' && command.name === '.') {
    const repeated = repeatChange(idle, idle.vim, command.count)
    return handled(repeated ? clampCaret(repeated) : idle)
  }
  const outcome = runCommand(openGroup(idle), command)
  return outcome ? finish(outcome, idle.vim, command) : handled(idle)
}

const UNREPEATED: readonly string[] = ['u', '<c-r>', 'v', 'V', 'Y']

const isChange = (command: Command): boolean =>
  command.type === 'operate'
    ? command.operator !== 'y'
    : command.type === 'do' && !UNREPEATED.includes(command.name)

const finish = (outcome: Outcome, before: VimState, command: Command): VimResult => {
  const { editor, mode } = outcome
  const vim: VimState = { ...before, mode, ...(outcome.find ? { find: outcome.find } : {}) }
  if (mode === 'insert' || mode === 'replace')
    return handled({ ...editor, vim: { ...vim, insertion: beginInsertion(editor, command) } })
  if (mode === 'visual' || mode === 'visualLine')
    return handled({ ...closeGroup(editor), vim: { ...vim, anchor: editor.caret } })
  const changed = isChange(command) ? { ...vim, change: { command } } : vim
  const result = handled(clampCaret({ ...closeGroup(editor), vim: changed }))
  return outcome.action ? { ...result, action: outcome.action } : result
}

const visualKey = (editor: Editor, vim: VimState, token: string): VimResult => {
  const keys = [...vim.pending, token]
  const step = visualStep(openGroup(editor), vim, keys)
  switch (step.kind) {
    case 'more':
      return handled({ ...editor, vim: { ...vim, pending: keys } })
    case 'bad':
      return handled({ ...editor, vim: { ...vim, pending: [] } })
    case 'select':
      return handled(clampCaret({ ...closeGroup(step.editor), vim: { ...vim, ...step.vim, pending: [] } }))
    case 'done': {
      const rest = restingVim(vim)
      if (step.mode === 'insert') {
        const command = step.change ?? { type: 'do', name: 'i' }
        return handled({ ...step.editor, vim: { ...rest, insertion: beginInsertion(step.editor, command) } })
      }
      const changed = step.change ? { ...rest, change: { command: step.change } } : rest
      return handled(clampCaret({ ...closeGroup(step.editor), vim: { ...changed, mode: 'normal' } }))
    }
  }
}
