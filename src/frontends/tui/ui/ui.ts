import type { DOMElement } from 'ink'
import { createContext, type RefObject, useContext, useSyncExternalStore } from 'react'
import type { CommandInfo } from '../../../protocol/command-info.ts'
import type { Engine } from '../../../protocol/engine.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import type { Keymap } from '../input/keymap/keymap.ts'
import type { UiPorts } from '../ports/tui-ports.ts'
import type { UiState } from '../state/ui-state.ts'
import type { KeyPress } from '../terminal/input-event.ts'
import type { Caret, Line, Size } from '../terminal/screen-port.ts'
import type { Words } from '../text/words.ts'
import type { Theme, ThemeChoice } from '../theme/theme.ts'
import type { View } from '../transcript/render-options.ts'

/** What takes no keys for a moment because it has just appeared. */
export type Guarded = 'question' | 'list'

/** What every component can reach. */
export interface Ui {
  readonly engine: Engine
  readonly ports: UiPorts
  readonly theme: Theme
  readonly words: Words
  readonly size: Size
  /** Columns a line may have. */
  readonly width: number
  readonly reducedMotion: boolean
  /** For lines made outside of Ink. */
  look(): View
  /** What the person's status script printed last; undefined without one. */
  readonly statusScript: { subscribe(listener: () => void): () => void; lines(): readonly Line[] | undefined }
  state(): UiState
  subscribe(listener: () => void): () => void
  /** Opens a dialog by its name in dialogs/index.ts. */
  open(panel: string, params?: unknown): void
  /** Takes the newest dialog away. */
  closePanel(): void
  /** A short word below the prompt. */
  toast(text: Text, level?: 'info' | 'good' | 'warning' | 'error'): void
  /** A word that stays in the transcript. */
  note(text: string): void
  /** Sends an op; a refusal becomes a toast. */
  send: Engine['send']
  /** Words of the person to the model, as if typed at the prompt. */
  say(text: string): Promise<void>
  /** Shows one agent's own transcript in `state().watched`, until it is told undefined. */
  watchAgent(id: string | undefined): void
  /** Text into the prompt, in place of what stands there. */
  setPrompt(text: string): void
  /** A word of its own, where the caret is. */
  insert(text: string): void
  /** Keys go to the newest listener first; one that answers true keeps them from the others. */
  onKeys(context: string, listener: (press: Press) => boolean, takesText?: () => boolean): () => void
  /** Where the real cursor is to stand, by the component that has it; undefined when it has it no more. */
  setCaret(owner: symbol, place: CaretPosition | undefined): void
  /** What the prompt is to look like, and where it does. */
  readonly prompt: {
    lines(): PromptLines
    /** This was laid out in the node; undefined: it is gone. */
    mounted(node: RefObject<DOMElement | null>, laidOut: PromptLines | undefined): void
  }
  /** Ink lays the row of the spinner out in the node; undefined: there is none. */
  spinner(node: RefObject<DOMElement | null> | undefined): void
  /** A question stands until the returned function is called: letters go to the prompt. */
  question(): () => void
  /** A question or a list is on the screen that was not there before: for a moment no key answers it, see KeyHub. */
  guard(what?: Guarded): void
  /** It does not take keys yet. */
  guarded(): boolean
  /** Because somebody types: the keys go to the prompt. */
  typing(): boolean
  /** Ctrl-Z: gives the terminal back until the program is continued. */
  suspend(): void
  /** Shown until the settings say otherwise. */
  previewTheme(choice: ThemeChoice): void
  /** Of the conversation; none before it is open. */
  commands(): readonly CommandInfo[]
  /** What keys are bound to now. */
  keymap(): Keymap
  exit(code?: number): void
}

/** The box one types in, with what is offered below it. */
export interface PromptLines {
  readonly lines: readonly Line[]
  readonly caret: Caret
}

/** A place in the panel: relative to the upper left corner of a node that Ink lays out. */
export interface CaretPosition {
  readonly node: RefObject<DOMElement | null>
  readonly x: number
  readonly y: number
}

/** A key or a paste, with the action the keymap gives it in the listener's context. */
export interface Press {
  readonly key?: KeyPress
  readonly paste?: string
  readonly action?: string
}

export const UiContext = createContext<Ui | undefined>(undefined)

export const useUi = (): Ui => {
  const ui = useContext(UiContext)
  if (!ui) throw new Error('a component outside the terminal program')
  return ui
}

/** A part of the state; the component draws anew when it changes. `select` must give the same value for the same state. */
export const useUiState = <T>(select: (state: UiState) => T): T => {
  const ui = useUi()
  return useSyncExternalStore(ui.subscribe, () => select(ui.state()))
}
