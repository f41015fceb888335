import type { Event } from '../../protocol/event.ts'
import { plainText } from '../../protocol/message.ts'
import type { FireHooks } from '../live/fire-hooks.ts'

type Emit = (event: Event) => Promise<void> | undefined

/**
 * What hooks put on the screen in the place of the model's words; the conversation keeps the words. While such a hook
 * is set, a text is shown when it is whole, because what was shown cannot be taken back.
 */
export const withDisplay = (
  {
    hooks,
    turnId,
    screen,
  }: { readonly hooks: Pick<FireHooks, 'fire' | 'isSet'>; readonly turnId: string; readonly screen: boolean },
  emit: Emit,
): Emit => {
  const { signal } = new AbortController()
  let index = 0
  return event => {
    if (!hooks.isSet('MessageDisplay')) return emit(event)
    if (event.type === 'stream') return screen && isText(event) ? undefined : emit(event)
    const text = wordsIn(event)
    if (event.type !== 'entry' || text === '') return emit(event)
    const { uuid } = event.entry
    const fields = { turn_id: turnId, message_id: uuid, index: index++, final: true, delta: text }
    return hooks
      .fire('MessageDisplay', fields, signal)
      .then(({ display }) => emit(display === undefined ? event : { ...event, display }))
  }
}

const wordsIn = (event: Event): string =>
  event.type === 'entry' && event.entry.type === 'assistant' ? plainText(event.entry.message.content) : ''

const isText = ({ event }: Extract<Event, { readonly type: 'stream' }>): boolean => {
  const delta = event['delta'] as { readonly type?: unknown } | undefined
  return event.type === 'content_block_delta' && delta?.type === 'text_delta'
}
