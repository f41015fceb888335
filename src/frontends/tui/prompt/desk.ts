import type { Conductor } from '../conversation/conductor.ts'
import type { CompletionSource } from '../input/completion-source.ts'
import type { RowView } from '../input/editor/edit.ts'
import type { Editor } from '../input/editor.ts'
import type { Keymap } from '../input/keymap/keymap.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import type { Action } from '../state/action.ts'
import type { Store } from '../state/store.ts'
import type { Screen } from '../terminal/screen-port.ts'
import type { Ui } from '../ui/ui.ts'
import type { Voice } from './voice.ts'

export interface DeskOptions {
  readonly screen: Screen
  readonly ports: TuiPorts
  /** One of the first runs: an example is welcome. */
  readonly newcomer?: boolean
  /** Completion beyond that of the prompt itself. */
  readonly sources?: readonly CompletionSource[]
}

/** What can be done at the prompt, for those who read its keys. */
export interface Desk {
  readonly store: Store
  readonly conductor: Conductor
  readonly options: DeskOptions
  keymap: Keymap
  readonly prompt: PromptState
  readonly editor: Editor
  /** How the text itself is broken into rows. */
  readonly rowView: RowView
  ui(): Ui
  now(): number
  dispatch(action: Action): void
  /** The text is another one now, by the person's hand. */
  edited(editor: Editor): void
  setText(text: string): void
  /** The same for words that were sent: what was pasted into them comes back as well. */
  bringBack(text: string): void
  paste(text: string): void
  /** The first character of an empty prompt may say what kind of line it is. */
  beginMode(text: string): boolean
  endMode(): void
  /** The chosen suggestion takes the place of what was typed. */
  accept(how: 'fill' | 'submit'): void
  dismiss(): void
  completeNow(): boolean
  submit(when: 'step' | 'end'): void
  goBack(): boolean
  goForward(): boolean
  search(query: string, how: 'same' | 'older' | 'newer'): void
  searchElsewhere(): Promise<void>
  endSearch(how: 'keep' | 'drop'): void
  /** Esc, Ctrl-C and Ctrl-D. */
  escape(): void
  interruptKey(): void
  exitKey(): boolean
  /** Other actions of the keymap; answers whether it was one. */
  act(action: string): boolean
  stash(): void
  /** Undefined: it is off. */
  readonly voice: Voice | undefined
  /** Answers whether an answer was being read aloud. */
  stopSpeaking(): boolean
  clear(): void
}
