import { resetEditor } from '../input/editor.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { PromptAction } from './action.ts'

/** The prompt: its text, what is offered for it, and where the person is in the history. */
export const reducePrompt = (prompt: PromptState, action: PromptAction): PromptState => {
  switch (action.type) {
    case 'edited': {
      const { draft: _, ...rest } = prompt
      return { ...rest, editor: action.editor, back: 0, help: false }
    }
    case 'prompt':
      return { ...prompt, ...action.change }
    case 'prompt_mode':
      return prompt.mode === action.mode ? prompt : { ...prompt, mode: action.mode }
    case 'completion': {
      if (!action.completion) return withoutCompletion(prompt)
      return { ...prompt, completion: { ...action.completion, chosen: 0 } }
    }
    case 'completion_moved': {
      const { completion } = prompt
      if (!completion) return prompt
      const count = completion.items.length
      const chosen = (completion.chosen + action.by + count) % count
      return { ...prompt, completion: { ...completion, chosen } }
    }
    case 'search_ended': {
      const { search: _, ...rest } = prompt
      return rest
    }
    case 'unstashed': {
      const { stash: _, stashMode = 'prompt', ...rest } = prompt
      return { ...rest, editor: action.editor, mode: stashMode }
    }
    case 'sent': {
      const { completion: _, search: __, draft: ___, ...rest } = prompt
      return { ...rest, editor: resetEditor(prompt.editor), mode: 'prompt', back: 0, help: false }
    }
  }
}

const withoutCompletion = (prompt: PromptState): PromptState => {
  if (!prompt.completion) return prompt
  const { completion: _, ...rest } = prompt
  return rest
}
