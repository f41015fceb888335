import { createEditor } from '../input/editor.ts'
import { EMPTY_TRANSCRIPT } from './transcript.ts'
import type { SessionFacts, UiState } from './ui-state.ts'

export const initialState = (session: SessionFacts): UiState => ({
  session,
  transcript: EMPTY_TRANSCRIPT,
  queue: [],
  requests: [],
  panels: [],
  prompt: { editor: createEditor(''), mode: 'prompt', back: 0, help: false },
  todos: [],
  tasks: [],
  agents: [],
  toasts: [],
  showTodos: true,
  verbose: false,
  focused: true,
})
