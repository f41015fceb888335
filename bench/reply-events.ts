/** A tool call as the model would make it. */
export interface Call {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

const event = (data: { readonly type: string } & Record<string, unknown>): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

/** Small and constant, so that no program sees a reason to shorten the conversation. */
const usage = {
  input_tokens: 100,
  output_tokens: 10,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

export const beginReply = (n: number): string =>
  event({
    type: 'message_start',
    message: {
      id: `msg_${n}`,
      type: 'message',
      role: 'assistant',
      model: 'bench',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  })

export const callId = (n: number, index: number): string => `toolu_${n}_${index}`

/** Calls of a session that was there before the run: no part of its plan. */
export const earlierCallId = (n: number, index: number): string => `earlier_${n}_${index}`
export const isOfEarlierRun = (id: string | undefined): boolean => id?.startsWith('earlier_') === true

export const callBlock = (n: number, index: number, call: Call): string =>
  beginCall(n, index, call) + restOfCall(index, call)

export const beginCall = (n: number, index: number, { name }: Call): string =>
  event({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', id: callId(n, index), name, input: {} },
  })

const restOfCall = (index: number, call: Call): string =>
  event({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(call.input) },
  }) +
  event({ type: 'content_block_stop', index })

const textBlock = (text: string): string =>
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }) +
  event({ type: 'content_block_stop', index: 0 })

export const endReply = (stopReason: 'tool_use' | 'end_turn'): string =>
  event({ type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage }) +
  event({ type: 'message_stop' })

export const textReply = (n: number, text: string): string =>
  beginReply(n) + textBlock(text) + endReply('end_turn')
