import type { UiState } from '../state/ui-state.ts'
import { agentLines } from '../transcript/agent-lines.ts'
import type { View } from '../transcript/render-options.ts'
import { createScribe } from '../transcript/scribe.ts'
import type { TailSource } from './compositor.ts'

/** What stands above the panel: the conversation, and below its moving end the agents at work. */
export const createTail = (now: () => UiState, viewOf: (state: UiState) => View): TailSource => {
  // The banner is printed with the early prompt: what follows keeps its distance.
  const scribe = createScribe({ after: 'banner' })
  return {
    advance(maxRows) {
      const state = now()
      const { transcript, verbose, turn } = state
      const view = viewOf(state)
      const agents = agentLines(state, view).slice(0, Math.max(0, maxRows - LEAST_WORDS))
      // With the empty line between them.
      const maxTail = agents.length === 0 ? maxRows : maxRows - agents.length - 1
      const { takeBack, print, tail } = scribe.advance(
        { transcript, verbose, idle: turn === undefined },
        { ...view, rows: maxRows, maxTail, maxHistory: MOST_HISTORY },
      )
      return {
        takeBack,
        print,
        tail: [...tail, ...(tail.length > 0 && agents.length > 0 ? [''] : []), ...agents],
      }
    },
  }
}

/** Items of a resumed conversation that are printed; Ctrl-O shows all. */
const MOST_HISTORY = 200
/** Rows that the conversation keeps beside agents, with the empty line. */
const LEAST_WORDS = 3
