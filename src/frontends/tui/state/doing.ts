import { isAtWork } from './agent-tree.ts'
import { isMovable } from './call-kind.ts'
import type { ToolItem } from './item.ts'
import type { TurnState, UiState } from './ui-state.ts'

/** What is going on right now: a question, a call that runs, or the model. */
export type Doing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'tool'; readonly call: ToolItem }
  | { readonly kind: 'hook'; readonly text: string }
  /** The reply is whole, and one of its calls is being looked at before it may run. */
  | { readonly kind: 'deciding' }
  /** The model has ended its turn, and its goal is checked. */
  | { readonly kind: 'goal' }
  | { readonly kind: TurnState['phase'] }

/** Read from what is open, not remembered: a call is named only while it runs. */
export const doingOf = (
  turn: TurnState,
  { requests, transcript, session }: Pick<UiState, 'requests' | 'transcript' | 'session'>,
): Doing => {
  // An agent that asks holds up nobody else.
  if (requests.some(each => !each.agent)) return { kind: 'waiting' }
  if (turn.hook) return { kind: 'hook', text: turn.hook.text }
  // Calls that may not run side by side wait for those before them.
  const call = transcript.live.find(item => item.kind === 'tool' && item.state === 'running')
  if (call?.kind === 'tool') return { kind: 'tool', call }
  if (turn.phase !== 'finishing') return { kind: turn.phase }
  // The model has said all it had to say: what is left waits for the answer.
  if (requests.length > 0) return { kind: 'waiting' }
  if (transcript.live.some(item => item.kind === 'tool' && item.state === 'queued'))
    return { kind: 'deciding' }
  return { kind: session.byItself?.goal ? 'goal' : 'finishing' }
}

/** A command, an agent or a call of a server in the foreground, which could go on in the background. */
export const movableCommand = ({ transcript }: Pick<UiState, 'transcript'>): ToolItem | undefined =>
  transcript.live.find(
    (item): item is ToolItem =>
      item.kind === 'tool' && item.state === 'running' && isMovable(item.presentation),
  )

/** Something on the screen says how long it has been going on. */
export const isMoving = ({ transcript, agents }: Pick<UiState, 'transcript' | 'agents'>): boolean =>
  transcript.live.length > 0 || agents.some(isAtWork)
