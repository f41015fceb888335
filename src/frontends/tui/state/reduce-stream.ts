import { roughTokens } from '../../../lib/text/rough-tokens.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'
import type { StreamEvent } from '../../../protocol/model.ts'
import type { Item } from './item.ts'
import { append, change, without } from './transcript.ts'
import type { Transcript, TurnState, UiState } from './ui-state.ts'

/** A block that is still on its way: its record takes its place. */
export const isArriving = (item: Item): boolean =>
  item.kind === 'assistant' || item.kind === 'thinking'
    ? !item.ended
    : item.kind === 'tool' && item.state === 'arriving'

const blockId = (turn: TurnState, event: StreamEvent): string =>
  `${turn.reply}:${numberField(event, 'index')}`

/** A raw event of the model's stream: text and thinking as they come. */
export const reduceStream = (
  state: UiState,
  { event, presentation }: Pick<Extract<Event, { readonly type: 'stream' }>, 'event' | 'presentation'>,
  now: number,
): UiState => {
  const { turn } = state
  if (!turn) return state
  const heard = { ...turn, heardAt: now }
  switch (event.type) {
    case 'message_start':
      // Whatever was shown of an attempt before is void.
      return withTurn(state, without(state.transcript, isArriving), {
        ...dropRetry(heard),
        reply: textField(event['message'], 'id') || String(now),
      })
    case 'content_block_start':
      return startBlock(state, { event, presentation }, heard)
    case 'content_block_delta':
      return addDelta(state, event, heard)
    case 'message_stop':
      return { ...state, turn: { ...heard, phase: 'finishing' } }
    default:
      return { ...state, turn: heard }
  }
}

const startBlock = (
  state: UiState,
  { event, presentation }: { readonly event: StreamEvent; readonly presentation: Presentation | undefined },
  turn: TurnState,
): UiState => {
  const id = blockId(turn, event)
  switch (textField(event['content_block'], 'type')) {
    case 'text':
      return withTurn(
        state,
        append(state.transcript, { kind: 'assistant', id, text: '', ended: false, at: turn.heardAt }),
        {
          ...turn,
          phase: 'responding',
        },
      )
    case 'thinking':
      return withTurn(
        state,
        append(state.transcript, { kind: 'thinking', id, text: '', ended: false, startedAt: turn.heardAt }),
        {
          ...turn,
          phase: 'thinking',
        },
      )
    case 'tool_use': {
      const name = textField(event['content_block'], 'name')
      return withTurn(
        state,
        append(state.transcript, {
          kind: 'tool',
          id: textField(event['content_block'], 'id') || id,
          name,
          input: {},
          ...(presentation ? { presentation } : {}),
          state: 'arriving',
          startedAt: turn.heardAt,
        }),
        { ...turn, phase: 'calling' },
      )
    }
    default:
      return { ...state, turn }
  }
}

const addDelta = (state: UiState, event: StreamEvent, turn: TurnState): UiState => {
  const id = blockId(turn, event)
  const delta = event['delta']
  const text = textField(delta, 'text') || textField(delta, 'thinking')
  const written = roughTokens(text || textField(delta, 'partial_json'))
  const counted = { ...turn, outputTokens: turn.outputTokens + written }
  if (text === '') return { ...state, turn: counted }
  return withTurn(
    state,
    change(state.transcript, id, item =>
      item.kind === 'assistant' || item.kind === 'thinking' ? { ...item, text: item.text + text } : item,
    ),
    counted,
  )
}

const withTurn = (state: UiState, transcript: Transcript, turn: TurnState): UiState => ({
  ...state,
  transcript,
  turn,
})

const dropRetry = ({ retry: _, ...turn }: TurnState): TurnState => turn

const numberField = (value: StreamEvent, name: string): number => {
  const found = value[name]
  return typeof found === 'number' ? found : 0
}

const textField = (value: unknown, name: string): string => {
  const found =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : ''
  return typeof found === 'string' ? found : ''
}
