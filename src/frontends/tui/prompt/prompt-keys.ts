import { plainMention, plainStart } from '../../../lib/text/plain-start.ts'
import { hasChips } from '../input/editor/chip.ts'
import { applyEdit, type Edit, type Editor, endsInBackslash } from '../input/editor.ts'
import { ChordReader } from '../input/keymap/chord-reader.ts'
import { editFor } from '../input/keymap/edit-for.ts'
import { type VimResult, vimKey } from '../input/vim/vim-key.ts'
import { promptKeepsEscape } from '../state/escape-use.ts'
import { pointedItem } from '../state/footer-items.ts'
import type { KeyPress } from '../terminal/input-event.ts'
import type { Press } from '../ui/ui.ts'
import type { Desk } from './desk.ts'
import { footerAction, leaveFooter } from './footer-keys.ts'
import { historyKey } from './history-keys.ts'

/** Keys at the prompt: what each does, the most special first. */
export class PromptKeys {
  readonly reader: ChordReader
  readonly #desk: Desk
  /** What was typed last, and where the caret stood then. */
  #typed: { readonly text: string; readonly caret: number; readonly at: number } | undefined

  constructor(desk: Desk) {
    this.#desk = desk
    this.reader = new ChordReader({ keymap: () => desk.keymap, now: () => desk.now() })
  }

  contexts(): readonly string[] {
    const { completion, search } = this.#desk.prompt
    if (search) return ['HistorySearch']
    if (pointedItem(this.#desk.store.state)) return ['Footer', 'Chat']
    const own = hasChips(this.#desk.editor.text) ? ['Attachments', 'Chat'] : ['Chat']
    return completion ? ['Autocomplete', ...own] : own
  }

  get keepsEscape(): boolean {
    return promptKeepsEscape(this.#desk.prompt)
  }

  take(press: Press): boolean {
    const desk = this.#desk
    if (press.paste !== undefined) {
      const { search } = desk.prompt
      if (search) desk.search(search.query + (press.paste.trim().split('\n')[0] ?? ''), 'same')
      else desk.paste(press.paste)
      return true
    }
    if (!press.key) return false
    if (desk.prompt.search) return historyKey(press, desk)
    if (this.#voice(press)) return true
    if (this.#footer(press)) return true
    if (this.#complete(press)) return true
    if (this.#vim(press)) return true
    if (press.action !== undefined && this.#act(press.action)) return true
    return this.#type(press)
  }

  /** Any other key is for the prompt, which has the keys again then. */
  #footer({ action }: Press): boolean {
    const desk = this.#desk
    if (!pointedItem(desk.store.state)) return false
    if (action !== undefined && footerAction(desk, action)) return true
    leaveFooter(desk)
    return false
  }

  /** Where it is on, the space bar held down is speech; while something is recorded, Esc and Enter are about that. */
  #voice({ key, action }: Press): boolean {
    const { voice, prompt } = this.#desk
    if (!voice || !key || action === 'voice:pushToTalk') return false
    if (key.text !== ' ') return voice.other(key.name)
    return prompt.mode !== 'memory' && prompt.search === undefined && voice.space()
  }

  #complete({ action }: Press): boolean {
    const desk = this.#desk
    if (!desk.prompt.completion) return false
    switch (action) {
      case 'autocomplete:accept':
        desk.accept('fill')
        return true
      case 'autocomplete:acceptAndSubmit':
        desk.accept('submit')
        return true
      case 'autocomplete:previous':
        desk.dispatch({ type: 'completion_moved', by: -1 })
        return true
      case 'autocomplete:next':
        desk.dispatch({ type: 'completion_moved', by: 1 })
        return true
      case 'autocomplete:dismiss':
        desk.dismiss()
        return true
      default:
        return false
    }
  }

  #vim({ key }: Press): boolean {
    const desk = this.#desk
    if (!key || !desk.editor.vim) return false
    // In normal mode a second Esc is meant for the program: it interrupts, clears or goes back.
    if (key.name === 'escape' && desk.editor.vim.mode === 'normal' && desk.editor.vim.pending.length === 0)
      return false
    const { editor, handled, action } = this.#remapped(key) ?? vimKey(desk.editor, key)
    if (!handled) return false
    if (editor !== desk.editor) desk.edited(editor)
    return action === undefined ? true : this.#act(action)
  }

  /** The second of two keys that mean Esc in insert mode: the first, typed right before it, goes again. */
  #remapped(key: NonNullable<Press['key']>): VimResult | undefined {
    const { editor, options } = this.#desk
    const first = this.#typed
    if (!first || first.caret !== editor.caret || this.#desk.now() - first.at > REMAP_MS) return undefined
    if (editor.vim?.mode !== 'insert' || key.ctrl || key.alt || key.super) return undefined
    const remaps = options.ports.settings.current().vimInsertModeRemaps
    const keys = first.text + key.text
    if (!remaps || !Object.hasOwn(remaps, keys)) return undefined
    this.#typed = undefined
    return vimKey(applyEdit(editor, { type: 'delete', unit: 'char', side: 'back' }), ESCAPE)
  }

  #act(action: string): boolean {
    const desk = this.#desk
    if (action.startsWith('command:')) {
      void desk.conductor.command(`/${action.slice('command:'.length)}`)
      return true
    }
    switch (action) {
      case 'chat:submit':
        return this.#enter()
      case 'chat:submitNow':
        desk.submit('end')
        return true
      case 'history:previous':
        return desk.goBack()
      case 'history:next':
        return desk.goForward()
      case 'history:search':
        desk.dispatch({
          type: 'prompt',
          change: { search: { query: '', text: '', index: -1, failed: false } },
        })
        return true
      case 'chat:complete':
        return desk.completeNow()
      case 'chat:cancel':
        desk.escape()
        return true
      case 'app:interrupt':
        desk.interruptKey()
        return true
      case 'app:exit':
        return desk.exitKey() || this.#edit(action)
      default:
        return desk.act(action) || this.#edit(action)
    }
  }

  #enter(): boolean {
    const { editor } = this.#desk
    if (endsInBackslash(editor)) this.#desk.edited(applyEdit(editor, { type: 'continueLine' }))
    else this.#desk.submit('step')
    return true
  }

  #edit(action: string): boolean {
    const edit = editFor(action, this.#desk.rowView)
    if (!edit) return false
    this.#apply(edit)
    return true
  }

  #type({ key }: Press): boolean {
    const desk = this.#desk
    if (!key || key.text === '') return false
    const { text: before, caret } = desk.editor
    const text = caret === 0 ? plainStart(key.text) : plainMention(key.text, before.slice(0, caret))
    if (before === '' && desk.beginMode(text)) return true
    this.#apply({ type: 'insert', text })
    this.#typed = { text, caret: desk.editor.caret, at: desk.now() }
    return true
  }

  #apply(edit: Edit): void {
    const desk = this.#desk
    const before: Editor = desk.editor
    const after = applyEdit(before, edit)
    if (after !== before) desk.edited(after)
    // Deleting in an empty shell line leaves it.
    if (edit.type === 'delete' && edit.side === 'back' && before.text === '') desk.endMode()
  }
}

/** As long as vim waits for the rest of a mapping. */
const REMAP_MS = 1_000
const ESCAPE: KeyPress = {
  name: 'escape',
  text: '',
  ctrl: false,
  alt: false,
  shift: false,
  super: false,
}
