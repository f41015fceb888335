import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Action, PromptAction } from './action.ts'
import { withoutStaleKey } from './escape-use.ts'
import { withoutLostFooter } from './footer-items.ts'
import { reduceEvent, withHistory, withItem } from './reduce-event.ts'
import { reducePrompt } from './reduce-prompt.ts'
import { closeAll } from './transcript.ts'
import type { UiState } from './ui-state.ts'
import { fillWatched, watchAgent } from './watched-agent.ts'

/** The whole of what the terminal does to its state: pure, and total. */
export const reduce = (state: UiState, action: Action): UiState =>
  withoutLostFooter(withoutStaleKey(state, reduceAction(state, action)))

const reduceAction = (state: UiState, action: Action): UiState => {
  switch (action.type) {
    case 'event':
      return reduceEvent(state, action.event, action.now)
    case 'session':
      return { ...state, session: { ...state.session, ...action.facts } }
    case 'history':
      return withHistory(state, action)
    case 'left':
      return left(state, action.now)
    case 'agent_watched':
      return watchAgent(state, action.id)
    case 'agent_read':
      return fillWatched(state, action, action.now)
    case 'item':
      return withItem(state, action.item)
    case 'queued':
      return { ...state, queue: [...state.queue, action.message] }
    case 'unqueued':
      return { ...state, queue: state.queue.filter(item => item.uuid !== action.uuid) }
    case 'interrupting':
      return state.turn ? { ...state, turn: { ...state.turn, interrupting: true } } : state
    case 'request_answered':
      return { ...state, requests: state.requests.filter(request => request.id !== action.id) }
    case 'todos':
      return { ...state, todos: action.todos }
    default:
      return reduceView(state, action)
  }
}

type ViewAction = Exclude<
  Action,
  {
    readonly type:
      | 'event'
      | 'session'
      | 'history'
      | 'left'
      | 'agent_watched'
      | 'agent_read'
      | 'item'
      | 'queued'
      | 'unqueued'
      | 'interrupting'
      | 'request_answered'
      | 'todos'
  }
>

const left = (state: UiState, now: number): UiState => {
  const { turn: _, suggestion: __, watched: ___, ...rest } = state
  const { id, cwd, model, mode } = state.session
  return {
    ...rest,
    session: { ready: false, id, cwd, model, mode },
    transcript: closeAll(state.transcript, now),
    queue: [],
    requests: [],
    todos: [],
    tasks: [],
    agents: [],
  }
}

const reduceView = (state: UiState, action: ViewAction): UiState => {
  switch (action.type) {
    case 'panel_opened':
      return {
        ...state,
        panels: [...state.panels, action.panel],
        ...(action.panel.name === 'help' ? { helped: true } : {}),
      }
    case 'panel_closed':
      return { ...state, panels: state.panels.slice(0, -1) }
    case 'toast':
      // The same word again only stays longer.
      return {
        ...state,
        toasts: [
          ...state.toasts.filter(toast => inEnglish(toast.text) !== inEnglish(action.toast.text)),
          action.toast,
        ].slice(-MOST_TOASTS),
      }
    case 'tick':
      return tick(state, action.now)
    case 'armed': {
      const { what, key, until } = action
      return { ...state, armed: { what, key, until } }
    }
    case 'view':
      return { ...state, ...action.change }
    case 'suggestion': {
      const { suggestion: _, ...rest } = state
      return action.text === undefined ? rest : { ...rest, suggestion: action.text }
    }
    default:
      return withPrompt(state, action)
  }
}

const MOST_TOASTS = 3

const tick = (state: UiState, now: number): UiState => {
  const toasts = state.toasts.filter(toast => toast.until > now)
  const over = state.armed !== undefined && state.armed.until <= now
  if (toasts.length === state.toasts.length && !over) return state
  const { armed, ...rest } = state
  return { ...rest, toasts, ...(armed && !over ? { armed } : {}) }
}

const withPrompt = (state: UiState, action: PromptAction): UiState => {
  const prompt = reducePrompt(state.prompt, action)
  return prompt === state.prompt ? state : { ...state, prompt }
}
