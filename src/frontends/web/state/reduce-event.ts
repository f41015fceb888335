import type { Event } from '../../../protocol/event.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Terminal } from '../../../protocol/transition.ts'
import { applyStream, ended, recorded } from './live-reply.ts'
import { INTERRUPTED, type Row, type ToolRow } from './row.ts'
import { addMessage, type Draft } from './rows-of.ts'
import type { SessionState } from './session-state.ts'
import { forPeople } from './tool-result.ts'

export interface Heard {
  readonly event: Event
  /** Who said it, where that was another client. */
  readonly by?: string
  /** For rows that have no id of their own. */
  readonly seq: string
}

/** How many rows of an agent are kept beside its call; its transcript has all of them. */
const AGENT_ROWS = 60

/** One event into what the page knows. Pure. */
export const reduceEvent = (state: SessionState, heard: Heard): SessionState =>
  heard.event.agent ? reduceAgent(state, heard.event) : reduceOwn(state, heard)

const reduceOwn = (state: SessionState, heard: Heard): SessionState => {
  const { event } = heard
  switch (event.type) {
    case 'turn_started':
      return {
        ...without(state, 'retry'),
        running: true,
        model: event.turn.model,
        mode: event.turn.mode,
        suggestion: '',
      }
    case 'turn_ended':
      // What the turn cost is known with its end.
      return { ...endTurn(state, event.terminal, heard.seq), cost: event.report.cost }
    case 'entry':
      return addEntry(state, { ...heard, event })
    case 'stream':
      return { ...without(state, 'retry'), live: applyStream(state.live, event) }
    case 'tombstone':
      return removeRows(state, event.uuids)
    case 'permission_request':
    case 'permission_settled':
      return reduceQuestion(state, event)
    case 'status':
      return { ...state, status: event.status, ...(event.mode === undefined ? {} : { mode: event.mode }) }
    case 'retry':
      return { ...state, retry: event }
    case 'tool_started':
      return changeTool(state, event.toolUseId, row => ({ ...row, state: 'running' }))
    case 'tool_progress':
      return changeTool(state, event.toolUseId, row => ({
        ...row,
        state: 'running',
        progress: forPeople(event.text),
      }))
    case 'permission_denied':
      return changeTool(state, event.toolUseId, row => ({ ...row, state: 'denied' }))
    default:
      return reduceBeside(state, heard)
  }
}

/** What is not part of a turn. */
const reduceBeside = (state: SessionState, { event, seq }: Heard): SessionState => {
  switch (event.type) {
    case 'notice':
      return append(state, {
        kind: 'notice',
        id: `event:${seq}`,
        level: event.level,
        text: event.localized ?? event.text,
      })
    case 'to_person':
      return append(state, { kind: 'told', id: `event:${seq}`, text: event.text })
    case 'command_output':
      return append(state, {
        kind: 'answer',
        id: `event:${seq}`,
        command: event.command,
        text: event.localized ?? forPeople(event.text),
      })
    case 'shell':
      return reduceShell(state, event)
    case 'task':
      return { ...state, tasks: event.running }
    case 'agent_changed':
      return { ...state, agents: new Map(state.agents).set(event.info.id, event.info) }
    case 'editor_changed':
      return { ...state, editor: event.editor }
    case 'browser_changed':
      return { ...state, browser: event.state }
    case 'session_changed': {
      const { type: _, ...changes } = event
      return { ...state, ...changes }
    }
    case 'aside':
      return event.kind === 'suggestion'
        ? { ...state, suggestion: event.text }
        : append(state, { kind: 'notice', id: `event:${seq}`, level: 'info', text: event.text })
    default:
      return state
  }
}

const without = <K extends keyof SessionState>(state: SessionState, key: K): Omit<SessionState, K> => {
  if (!(key in state)) return state
  const { [key]: _, ...rest } = state
  return rest
}

/** Of what is asked, in the order it came; a page that comes later gets those that wait once more. */
const reduceQuestion = (
  state: SessionState,
  event: Event & { readonly type: 'permission_request' | 'permission_settled' },
): SessionState => {
  const id = event.type === 'permission_request' ? event.request.id : event.id
  const others = state.requests.filter(request => request.id !== id)
  return {
    ...state,
    requests: event.type === 'permission_request' ? [...others, event.request] : others,
  }
}

export const draftOf = ({ rows, orphans }: SessionState): Draft => ({
  rows: [...rows],
  orphans: new Map(orphans),
})

const addEntry = (
  state: SessionState,
  { event, by }: Heard & { readonly event: Event & { readonly type: 'entry' } },
): SessionState => {
  const { entry } = event
  const live = entry.type === 'assistant' ? recorded(state.live) : state.live
  const queue = state.queue.filter(({ uuid }) => uuid !== entry.uuid)
  // It was read with the history already.
  if (state.known.has(entry.uuid)) return { ...state, live, queue }
  const draft = draftOf(state)
  const shown = state.rows.some(row => row.kind === 'shell' && row.id === entry.uuid)
  if (!shown) addMessage(draft, entry, by)
  return {
    ...state,
    live,
    queue,
    rows: draft.rows,
    orphans: draft.orphans,
    known: new Set(state.known).add(entry.uuid),
  }
}

const append = (state: SessionState, row: Row): SessionState =>
  state.rows.some(({ id }) => id === row.id) ? state : { ...state, rows: [...state.rows, row] }

const removeRows = (state: SessionState, uuids: readonly string[]): SessionState => ({
  ...state,
  rows: state.rows.filter(({ id }) => !uuids.some(uuid => id === uuid || id.startsWith(`${uuid}-`))),
})

const changeTool = (state: SessionState, id: string, change: (row: ToolRow) => ToolRow): SessionState => {
  const at = state.rows.findLastIndex(row => row.kind === 'tool' && row.id === id)
  const row = state.rows[at]
  if (row?.kind !== 'tool' || row.result !== undefined) return state
  return { ...state, rows: state.rows.with(at, change(row)) }
}

const reduceShell = (state: SessionState, event: Event & { readonly type: 'shell' }): SessionState => {
  const row: Row = {
    kind: 'shell',
    id: event.id,
    command: event.command,
    output: forPeople(event.text),
    running: event.phase !== 'ended',
    ...(event.exitCode === undefined ? {} : { exitCode: event.exitCode }),
  }
  const at = state.rows.findLastIndex(({ id }) => id === event.id)
  return at < 0 ? append(state, row) : { ...state, rows: state.rows.with(at, row) }
}

/** Ends that say more than that it is over. */
const endTurn = (state: SessionState, terminal: Terminal, seq: string): SessionState => {
  const next = {
    ...without(state, 'retry'),
    running: false,
    status: null,
    live: ended(),
    requests: state.requests.filter(({ agent }) => agent),
  }
  const id = `event:${seq}`
  if (terminal.kind === 'aborted_streaming' || terminal.kind === 'aborted_tools')
    return append(next, { kind: 'notice', id, level: 'notice', text: INTERRUPTED })
  if (!('message' in terminal) || terminal.message === '') return next
  const last = next.rows.at(-1)
  // The message of a failed request is in the transcript already.
  if (last?.kind === 'notice' && inEnglish(last.text) === terminal.message) return next
  return append(next, { kind: 'notice', id, level: 'error', text: terminal.localized ?? terminal.message })
}

const reduceAgent = (state: SessionState, event: Event): SessionState => {
  const { agent } = event
  if (!agent) return state
  if (event.type === 'permission_request' || event.type === 'permission_settled')
    return reduceQuestion(state, event)
  if (event.type === 'agent_changed')
    return { ...state, agents: new Map(state.agents).set(event.info.id, event.info) }
  if (event.type !== 'entry') return state
  const draft: Draft = { rows: [...(state.agentRows.get(agent.id) ?? [])], orphans: new Map() }
  addMessage(draft, event.entry)
  return { ...state, agentRows: new Map(state.agentRows).set(agent.id, draft.rows.slice(-AGENT_ROWS)) }
}
