import type { MessageEntry } from '../../../protocol/entry.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Message } from '../../../protocol/message.ts'
import { isAtWork } from './agent-tree.ts'
import { addMessage } from './items-of.ts'
import { newTurn } from './new-turn.ts'
import { EMPTY_TRANSCRIPT } from './transcript.ts'
import type { Transcript, UiState } from './ui-state.ts'

type Apply = (state: UiState, event: Event, now: number) => UiState

/** Looks at one agent from now on, or at none. What it says is kept until its file has been read. */
export const watchAgent = (state: UiState, id: string | undefined): UiState => {
  const { watched: _, ...rest } = state
  return id === undefined ? rest : { ...rest, watched: { id, transcript: EMPTY_TRANSCRIPT, early: [] } }
}

/** Its file was read: what came meanwhile follows behind what is in it. */
export const fillWatched = (
  state: UiState,
  { id, messages }: { readonly id: string; readonly messages: readonly Message[] },
  now: number,
): UiState => {
  const { watched } = state
  if (watched?.id !== id || !watched.early) return state
  const known = new Set(messages.map(({ uuid }) => uuid))
  const all = [...messages, ...watched.early.filter(({ uuid }) => !known.has(uuid))]
  const transcript = all.reduce<Transcript>((so, message) => addMessage(so, message), EMPTY_TRANSCRIPT)
  const row = state.agents.find(agent => agent.id === id)
  const works = row && isAtWork(row) && row.info?.status !== 'idle'
  return {
    ...state,
    watched: { id, transcript: bounded(transcript), ...(works ? { turn: newTurn(now) } : {}) },
  }
}

/** What the agent that is looked at does, by the same rules as in the conversation. */
export const followWatched = (
  state: UiState,
  event: Event,
  { now, apply }: { readonly now: number; readonly apply: Apply },
): UiState => {
  const { watched } = state
  if (!watched || event.agent?.id !== watched.id) return state
  if (watched.early) {
    if (event.type !== 'entry') return state
    return { ...state, watched: { ...watched, early: [...watched.early, event.entry] } }
  }
  if (!SHOWN.has(event.type)) return state
  const { turn: _, ...here } = state
  const before = { ...here, transcript: watched.transcript, requests: [] }
  const after = apply(watched.turn ? { ...before, turn: watched.turn } : before, asOwn(event), now)
  const { id } = watched
  const transcript = bounded(after.transcript)
  return { ...state, watched: { id, transcript, ...(after.turn ? { turn: after.turn } : {}) } }
}

const SHOWN: ReadonlySet<Event['type']> = new Set([
  'turn_started',
  'turn_ended',
  'entry',
  'stream',
  'tombstone',
  'transition',
  'retry',
  'notice',
  'tool_started',
  'tool_progress',
  'permission_request',
  'permission_settled',
  'permission_denied',
])

/** Seen from the agent its chain is the conversation. */
const asOwn = (event: Event): Event =>
  event.type === 'entry' ? { ...event, entry: main(event.entry) } : event

const main = (entry: MessageEntry): MessageEntry => ({ ...entry, isSidechain: false })

/** Of a long one the end is kept; its file has every word. */
const MOST_ITEMS = 500
const SLACK = 100

const bounded = (transcript: Transcript): Transcript =>
  transcript.done.length <= MOST_ITEMS + SLACK
    ? transcript
    : { ...transcript, done: transcript.done.slice(-MOST_ITEMS) }
