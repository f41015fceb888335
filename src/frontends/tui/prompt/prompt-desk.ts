import type { UserBlock } from '../../../protocol/message.ts'
import type { Conductor } from '../conversation/conductor.ts'
import { type Completion, createCompletion } from '../input/completion/create-completion.ts'
import type { Chip } from '../input/editor/chip.ts'
import type { RowView } from '../input/editor/edit.ts'
import { applyEdit, type Editor, expandEditor, labelledText, resetEditor } from '../input/editor.ts'
import { recall } from '../input/history/recall.ts'
import { isFound, nextScope, openSearch, searchAgain, searchFor } from '../input/history/search.ts'
import { createKeymap, type Keymap } from '../input/keymap/keymap.ts'
import { parseUserKeys } from '../input/keymap/user-keys.ts'
import type { PromptState } from '../input/prompt-state.ts'
import { withVim } from '../input/vim/vim-key.ts'
import type { Action } from '../state/action.ts'
import { footerItems } from '../state/footer-items.ts'
import type { Store } from '../state/store.ts'
import type { Ui } from '../ui/ui.ts'
import { completionSources } from './completion-sources.ts'
import type { Desk, DeskOptions } from './desk.ts'
import { DroppedPictures } from './dropped-pictures.ts'
import { EscapeKeys } from './escape-keys.ts'
import { findExample } from './example.ts'
import { PastLines } from './past-lines.ts'
import { promptActions } from './prompt-actions.ts'
import { chipWords } from './prompt-marks.ts'
import type { Speaking } from './speaking.ts'
import { Spelling } from './spelling.ts'
import type { Voice } from './voice.ts'

export interface DeskParts {
  readonly store: Store
  readonly conductor: Conductor
  readonly options: DeskOptions
  ui(): Ui
  /** The person's keys were read, or changed. */
  onKeymap(keymap: Keymap): void
}

/** What can be done at the prompt, whichever key asks for it. */
export class PromptDesk implements Desk {
  readonly store: Store
  readonly conductor: Conductor
  readonly options: DeskOptions
  readonly ui: () => Ui
  #keymap: Keymap = createKeymap()
  readonly #onKeymap: (keymap: Keymap) => void
  readonly #completion: Completion
  readonly #escapes: EscapeKeys
  readonly #actions: ReturnType<typeof promptActions>
  readonly #past: PastLines
  readonly #pictures: DroppedPictures
  #voice: Voice | undefined
  #speaking: Speaking | undefined

  constructor(parts: DeskParts) {
    this.store = parts.store
    this.conductor = parts.conductor
    this.options = parts.options
    this.ui = parts.ui
    this.#onKeymap = parts.onKeymap
    this.#completion = createCompletion(completionSources(this), (completion, { requested }) => {
      this.dispatch({ type: 'completion', completion })
      // Asked for, and there is nothing to choose.
      if (requested && completion?.items.length === 1) this.accept('fill')
    })
    this.#past = new PastLines(parts.options.ports.history)
    this.#pictures = new DroppedPictures(this)
    this.#escapes = new EscapeKeys(this)
    this.#actions = promptActions(this)
  }

  start(): () => void {
    const { ports } = this.options
    void this.#past.load()
    void this.conductor.arrived.then(() => this.#showExample())
    const vim = (): void => {
      const on = ports.settings.current().editorMode === 'vim'
      const editor = withVim(this.editor, on)
      if (editor !== this.editor) this.dispatch({ type: 'prompt', change: { editor } })
    }
    vim()
    const stops = [
      ports.settings.onChange(vim),
      followKeyFile(this),
      followTheme(this),
      new Spelling(this).start(),
      this.#followVoice(),
    ]
    return () => {
      for (const stop of stops) stop()
      this.#completion.close()
    }
  }

  /** Loaded by those who have it on. */
  #followVoice(): () => void {
    const { settings } = this.options.ports
    let stopSpeaking: (() => void) | undefined
    const look = async (): Promise<void> => {
      const { enabled, speak } = settings.current().voice ?? {}
      if (enabled !== true) {
        this.#voice?.discard()
        this.#voice = undefined
      } else if (!this.#voice) {
        const { Voice } = await import('./voice.ts')
        this.#voice ??= new Voice(this)
      }
      if (speak === undefined || this.#speaking) return
      const { Speaking } = await import('./speaking.ts')
      if (this.#speaking) return
      this.#speaking = new Speaking(this)
      stopSpeaking = this.#speaking.start()
    }
    void look()
    const stop = settings.onChange(() => void look())
    return () => {
      stop()
      stopSpeaking?.()
      this.#voice?.discard()
    }
  }

  get voice(): Voice | undefined {
    return this.#voice
  }

  /** Answers whether an answer was being read aloud. */
  stopSpeaking(): boolean {
    return this.#speaking?.stop() === true
  }

  /** Looked for when everything else is there: nobody waits for it. */
  async #showExample(): Promise<void> {
    const { settings, files } = this.options.ports
    if (!this.options.newcomer || settings.current().promptSuggestionEnabled === false) return
    const example = await findExample(files, this.ui().words)
    this.dispatch({ type: 'view', change: { example } })
  }

  get keymap(): Keymap {
    return this.#keymap
  }

  set keymap(keymap: Keymap) {
    this.#keymap = keymap
    this.#onKeymap(keymap)
  }

  now(): number {
    return this.options.ports.system.now()
  }

  get prompt(): PromptState {
    return this.store.state.prompt
  }

  get editor(): Editor {
    return this.prompt.editor
  }

  /** The columns of the text itself: two stand before it. */
  get rowView(): RowView {
    return { width: this.options.screen.width - PREFIX_COLUMNS, label: chipWords(this.ui().words.prompt) }
  }

  dispatch(action: Action): void {
    this.store.dispatch(action)
  }

  /** The text is another one now, by the person's hand. */
  edited(editor: Editor): void {
    const changed = editor.text !== this.editor.text
    this.dispatch({ type: 'edited', editor })
    if (changed && this.store.state.suggestion !== undefined)
      this.dispatch({ type: 'suggestion', text: undefined })
    this.#completion.update(this.prompt.mode, editor)
  }

  setText(text: string): void {
    this.edited(applyEdit(this.editor, { type: 'set', text }))
  }

  /** A word of its own, where the caret is. */
  insertWord(text: string): void {
    const { text: now, caret } = this.editor
    const lead = /(?:^|\s)$/.test(now.slice(0, caret)) ? '' : ' '
    this.edited(applyEdit(this.editor, { type: 'insert', text: `${lead}${text} ` }))
  }

  bringBack(text: string, chips: readonly Chip[] = this.#past.chips): void {
    const editor = { ...this.editor, chips: [...chips, ...this.editor.chips] }
    this.edited(applyEdit(editor, { type: 'set', text }))
  }

  paste(text: string): void {
    if (!this.#pictures.take(text)) this.edited(applyEdit(this.editor, { type: 'paste', text }))
  }

  /** The first character of an empty prompt may say what kind of line it is. */
  beginMode(text: string): boolean {
    if (this.prompt.mode !== 'prompt') return false
    if (text === '?') this.ui().open('help')
    else if (text === '!' || text === '#')
      this.dispatch({ type: 'prompt_mode', mode: text === '!' ? 'shell' : 'memory' })
    else return false
    return true
  }

  endMode(): void {
    this.dispatch({ type: 'prompt_mode', mode: 'prompt' })
  }

  /** The chosen suggestion takes the place of what was typed. */
  accept(how: 'fill' | 'submit'): void {
    const { completion } = this.prompt
    const item = completion?.items[completion.chosen]
    if (!completion || !item) return
    if (item.folded !== undefined) {
      this.#completion.request(this.prompt.mode, this.editor)
      return
    }
    const text = item.insert
    const meant = !item.uncertain || completion.chosen > 0
    const filled = applyEdit(this.editor, { type: 'replace', span: completion, text })
    this.dispatch({ type: 'completion', completion: undefined })
    const typed = this.editor.text.slice(completion.from, completion.to)
    if (how === 'submit' && ((item.submits && meant) || typed === text.trimEnd())) {
      this.dispatch({ type: 'edited', editor: filled })
      this.submit('step')
    } else if (item.more) this.edited(filled)
    else this.dispatch({ type: 'edited', editor: filled })
  }

  dismiss(): void {
    this.#completion.dismiss()
    this.dispatch({ type: 'completion', completion: undefined })
  }

  /** Tab: the greyed-out suggestion, or whatever can be completed here. */
  completeNow(): boolean {
    const { suggestion } = this.store.state
    if (this.editor.text === '' && suggestion !== undefined) {
      this.setText(suggestion)
      return true
    }
    this.#completion.request(this.prompt.mode, this.editor)
    return true
  }

  submit(when: 'step' | 'end'): void {
    const reading = this.#pictures.read
    if (reading !== undefined) {
      void reading.then(() => this.submit(when))
      return
    }
    const { mode } = this.prompt
    const { text, blocks } = expandEditor(this.editor)
    if (text.trim() === '' && blocks.length <= 1) return
    const shown = labelledText(this.editor)
    this.#past.add(this.editor, mode, this.now())
    this.#completion.dismiss()
    this.dispatch({ type: 'completion', completion: undefined })
    this.dispatch({ type: 'sent' })
    // What was put away belonged to the text that is gone: the next one is offered its list again.
    this.#completion.update(this.prompt.mode, this.editor)
    void this.#send({ mode, text, blocks, shown, when })
  }

  async #send(line: {
    readonly mode: PromptState['mode']
    readonly text: string
    readonly blocks: readonly UserBlock[]
    readonly shown: string
    readonly when: 'step' | 'end'
  }): Promise<void> {
    if (line.mode === 'shell') return await this.#run(line.text)
    if (line.mode === 'memory') return this.#askWhere(line.text)
    if (line.text.startsWith('/') && line.blocks.length === 1) return await this.conductor.command(line.text)
    const content = line.blocks.length > 1 ? line.blocks : line.text
    await this.conductor.say(content, { text: line.shown, when: line.when })
  }

  /** What is refused comes back, where nothing else was typed since. */
  async #run(text: string): Promise<void> {
    if ((await this.conductor.shell(text)) || this.editor.text !== '') return
    this.dispatch({ type: 'prompt_mode', mode: 'shell' })
    this.bringBack(text)
  }

  /** Esc in the dialog gives the line back as it was. */
  #askWhere(text: string): void {
    const back = (): void => {
      this.dispatch({ type: 'prompt_mode', mode: 'memory' })
      this.setText(text)
    }
    this.ui().open('remember', { text, back })
  }

  /** Up: a row, then what waits, then what was said before. */
  goBack(): boolean {
    if (this.#moveRow(-1)) return true
    if (this.editor.text === '' && this.prompt.back === 0 && this.store.state.queue.length > 0) {
      void this.conductor.takeBack().then(text => text !== undefined && this.bringBack(text))
      return true
    }
    return this.#recall('older')
  }

  /** Down: a row, then what was said since; behind that is what can be opened in the line below. */
  goForward(): boolean {
    const [first] = footerItems(this.store.state)
    if (this.editor.text === '' && this.prompt.back === 0 && first) {
      this.dispatch({ type: 'view', change: { footerItem: first.id } })
      return true
    }
    return this.#moveRow(1) || this.#recall('newer')
  }

  #moveRow(by: -1 | 1): boolean {
    const moved = applyEdit(this.editor, { type: 'row', by, ...this.rowView })
    if (moved.caret === this.editor.caret) return false
    this.dispatch({ type: 'prompt', change: { editor: moved } })
    return true
  }

  #recall(to: 'older' | 'newer'): boolean {
    const found = recall(this.prompt, this.#past.lines, { to, ...this.rowView })
    if (found) this.dispatch({ type: 'prompt', change: found })
    return true
  }

  search(query: string, how: 'same' | 'older' | 'newer'): void {
    const now = this.prompt.search ?? openSearch()
    const lines = this.#past.linesOf(now.scope)
    const search = how === 'same' ? searchFor(lines, now, query) : searchAgain(lines, now, how)
    this.dispatch({ type: 'prompt', change: { search } })
  }

  /** The same query, in this project, in all of them, or in what was typed in this session. */
  async searchElsewhere(): Promise<void> {
    const { search } = this.prompt
    if (!search) return
    const scope = nextScope(search)
    await this.#past.reach(scope)
    // Closed meanwhile.
    if (this.prompt.search !== search) return
    const found = searchFor(this.#past.linesOf(scope), openSearch(scope), search.query)
    this.dispatch({ type: 'prompt', change: { search: found } })
  }

  endSearch(how: 'keep' | 'drop'): void {
    const { search } = this.prompt
    this.dispatch({ type: 'search_ended' })
    if (how === 'keep' && search && isFound(search)) {
      const line = this.#past.linesOf(search.scope)[search.index]
      if (line) this.dispatch({ type: 'prompt_mode', mode: line.mode })
      this.bringBack(search.text, line?.chips ?? [])
    }
  }

  escape(): void {
    this.#escapes.escape()
  }

  interruptKey(): void {
    this.#escapes.interrupt()
  }

  exitKey(): boolean {
    return this.#escapes.exit()
  }

  act(action: string): boolean {
    return this.#actions(action)
  }

  /** Puts it aside, or takes it back. */
  stash(): void {
    const { stash, stashMode = 'prompt', editor, mode } = this.prompt
    if (editor.text === '') {
      if (stash) this.dispatch({ type: 'unstashed', editor: stash })
      return
    }
    // There is room for one: an older one is found with Up.
    if (stash) this.#past.add(stash, stashMode, this.now())
    this.dismiss()
    this.dispatch({
      type: 'prompt',
      change: { stash: editor, stashMode: mode, editor: resetEditor(editor), mode: 'prompt' },
    })
  }

  clear(): void {
    // Not lost: Up brings it back.
    this.#past.add(this.editor, this.prompt.mode, this.now())
    this.edited(resetEditor(this.editor))
    this.endMode()
  }
}

const PREFIX_COLUMNS = 2

/** A theme that was chosen and cannot be read is said, and once. */
const followTheme = (desk: Desk): (() => void) => {
  const { settings } = desk.options.ports
  let said: string | undefined
  const look = (): void => {
    const problem = settings.current().theme === said ? undefined : settings.themeProblem()
    said = settings.current().theme
    if (problem) desk.ui().toast(problem, 'warning')
  }
  look()
  return settings.onChange(look)
}

/** The person's own keys, now and whenever the file changes. What is wrong in it is said; the rest counts. */
const followKeyFile = (desk: Desk): (() => void) =>
  desk.options.ports.system.watchKeybindings((text, path) => {
    if (text === undefined) {
      desk.keymap = createKeymap()
      return
    }
    const { bindings, problems } = parseUserKeys(text)
    desk.keymap = createKeymap(bindings)
    const [first] = problems
    if (!first) return
    const { words, toast } = desk.ui()
    // Its end says which file it is, and there is only one row.
    const place = `${path.split('/').slice(-2).join('/')}:${first.line}`
    toast(words.chat.keysProblem({ ...first, place, more: problems.length - 1 }), 'warning')
  })
