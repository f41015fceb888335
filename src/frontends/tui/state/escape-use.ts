import type { PromptState } from '../input/prompt-state.ts'
import type { UiState } from './ui-state.ts'

/** Who gets the next Esc: what is open, the text being typed, or what runs, which it stops. */
export type EscapeUse = 'dialog' | 'text' | 'stop'

/** Hints ask this: a key has one meaning on a screen, and only what gets it may name it. */
export const escapeUse = ({
  requests,
  panels,
  prompt,
}: Pick<UiState, 'requests' | 'panels' | 'prompt'>): EscapeUse => {
  // A search has keys of its own, as a dialog has.
  if (requests.length > 0 || panels.length > 0 || prompt.search) return 'dialog'
  const leavesMode = prompt.mode !== 'prompt' && prompt.editor.text === ''
  return leavesMode || promptKeepsEscape(prompt) ? 'text' : 'stop'
}

/** Esc means something in the text: it leaves a mode of vim, a search, a list of completions. */
export const promptKeepsEscape = ({ editor: { vim }, completion, search }: PromptState): boolean => {
  const inVim = vim !== undefined && (vim.mode !== 'normal' || vim.pending.length > 0)
  return inVim || completion !== undefined || search !== undefined
}

/** At rest Esc stops loops, unless there is a text that it would clear. */
export const escapeStopsLoops = (state: UiState): boolean =>
  !state.turn && state.prompt.editor.text === '' && escapeUse(state) === 'stop'

/** The second press of a key means what the first one said only as long as nothing else came up that gets it. */
export const withoutStaleKey = (before: UiState, after: UiState): UiState => {
  const { armed, ...rest } = after
  if (!armed || armed !== before.armed) return after
  const isStale =
    after.requests[0] !== before.requests[0] ||
    after.panels.at(-1) !== before.panels.at(-1) ||
    (after.turn !== undefined && before.turn === undefined) ||
    after.prompt !== before.prompt
  return isStale ? rest : after
}
