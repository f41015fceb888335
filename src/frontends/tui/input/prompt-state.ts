import type { Suggestion } from './completion-source.ts'
import type { Editor } from './editor.ts'

/** Where a search of what was typed before looks. */
export type SearchScope = 'project' | 'everywhere' | 'session'

/** All that is known of the prompt: its text, and what is being done with it. */
export interface PromptState {
  readonly editor: Editor
  /** By the first character typed into an empty prompt. */
  readonly mode: 'prompt' | 'shell' | 'memory'
  readonly completion?: {
    readonly source: string
    readonly from: number
    readonly to: number
    readonly items: readonly Suggestion[]
    readonly chosen: number
  }
  /** Ctrl-R. */
  readonly search?: {
    readonly query: string
    readonly text: string
    readonly index: number
    readonly failed: boolean
    /** Whose lines are searched; absent: those of the project. */
    readonly scope?: SearchScope
  }
  /** Put aside with Ctrl-S. */
  readonly stash?: Editor
  readonly stashMode?: PromptState['mode']
  /** Going through history: 0 is what was being typed. */
  readonly back: number
  readonly draft?: Editor
  readonly draftMode?: PromptState['mode']
  readonly help: boolean
  /** Words that a spell checker does not know; absent: nobody looked. */
  readonly misspelled?: ReadonlySet<string>
  /** Speech on its way into the prompt; `level`: how loud it is, 0 to 1. */
  readonly voice?:
    | {
        readonly phase: 'recording'
        readonly seconds: number
        readonly level: number
        readonly ends: 'release' | 'press'
      }
    | { readonly phase: 'transcribing' }
    | undefined
}
