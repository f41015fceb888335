import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../../protocol/tool.ts'
import { INCOMPLETE_TIME, SEARCH_TIMEOUT_MS } from '../query.ts'

const says = modelTexts('plain_search_time', {
  interrupted: { en: 'The search was interrupted.', zh: '搜索被中断。' },
})

/** Time and patience of a search that runs in this process. */
export interface Budget {
  /** What to tell about the search, each once. */
  readonly notes: ReadonlySet<LocalizedText>
  note(text: LocalizedText): void
  isSpent(): boolean
  /** Lets others run now and then; throws when the search is not wanted any more. */
  breathe(): Promise<void>
}

const SLICE_MS = 15

export const createBudget = (signal: AbortSignal, timeoutMs = SEARCH_TIMEOUT_MS): Budget => {
  const began = performance.now()
  const notes = new Set<LocalizedText>()
  let slice = began
  const stopIfAborted = () => {
    if (signal.aborted) throw new ToolError(says('interrupted'))
  }
  stopIfAborted()
  return {
    notes,
    note: text => void notes.add(text),
    isSpent: () => {
      const spent = performance.now() - began > timeoutMs
      if (spent) notes.add(INCOMPLETE_TIME)
      return spent
    },
    breathe: async () => {
      if (performance.now() - slice < SLICE_MS) return
      await nextTurn()
      slice = performance.now()
      stopIfAborted()
    },
  }
}
