import { expect, test } from 'vitest'
import { ModelError, type StreamEvent } from '../../../protocol/model.ts'
import { classifyError } from '../classify-error.ts'
import { createReplyReader, parseStreamEvent } from './reply-reader.ts'

const START: StreamEvent = {
  type: 'message_start',
  message: { id: 'm', model: 'x', usage: { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 2 } },
}
const FACTS = { requestId: 'r', durationMs: 5 }
const blockEvents = (block: object, ...deltas: object[]): StreamEvent[] => [
  { type: 'content_block_start', index: 0, content_block: block },
  ...deltas.map(delta => ({ type: 'content_block_delta', index: 0, delta })),
  { type: 'content_block_stop', index: 0 },
]
const read = (...events: StreamEvent[]) => {
  const reader = createReplyReader(classifyError)
  const deltas = events.flatMap(event => reader.take(event))
  return { reader, deltas }
}
const blockOf = (...events: StreamEvent[]) =>
  read(START, ...events).deltas.find(delta => delta.type === 'block')

test('usage of message_delta replaces only the counters it has', () => {
  const { reader } = read(
    START,
    {
      type: 'message_delta',
      delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' },
      usage: {
        output_tokens: 9,
        input_tokens: null,
        cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
        server_tool_use: { web_search_requests: 4 },
      },
    },
    { type: 'message_stop' },
  )
  expect(reader.reply(FACTS)).toEqual({
    id: 'm',
    model: 'x',
    content: [],
    stopReason: 'stop_sequence',
    stopSequence: 'END',
    usage: {
      input_tokens: 3,
      output_tokens: 9,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2 },
      server_tool_use: { web_search_requests: 4 },
    },
    requestId: 'r',
    durationMs: 5,
  })
})

test('pings are dropped and unknown events are passed on', () => {
  const tomorrow = { type: 'event_of_tomorrow', value: 1 }
  expect(read({ type: 'ping' }, tomorrow).deltas).toEqual([{ type: 'event', event: tomorrow }])
})

test('unknown deltas change nothing, citations are collected', () => {
  const block = { type: 'text', text: '' }
  const deltas = [
    { type: 'text_delta', text: 'a' },
    { type: 'new_delta' },
    { type: 'citations_delta', citation: { n: 1 } },
  ]
  expect(blockOf(...blockEvents(block, ...deltas))).toEqual({
    type: 'block',
    index: 0,
    block: { type: 'text', text: 'a', citations: [{ n: 1 }] },
  })
})

test.each([
  ['nothing', [], {}, undefined],
  ['an object in pieces', ['{"a"', ':1}'], { a: 1 }, undefined],
  ['a cut object', ['{"a":'], {}, '{"a":'],
  ['a list', ['[1]'], {}, '[1]'],
])('tool input of %s', (_, pieces, input, bad) => {
  const deltas = pieces.map(partial_json => ({ type: 'input_json_delta', partial_json }))
  const delta = blockOf(...blockEvents({ type: 'tool_use', id: 't', name: 'Read', input: {} }, ...deltas))
  expect(delta).toMatchObject({ block: { type: 'tool_use', id: 't', name: 'Read', input } })
  expect(delta?.type === 'block' ? delta.badInput?.text : 'no block').toBe(bad)
})

test.each<[string, StreamEvent[]]>([
  ['a block before the message', blockEvents({ type: 'text', text: '' })],
  ['a delta for a block that is not open', [START, { type: 'content_block_delta', index: 3, delta: {} }]],
  ['a block without an index', [START, { type: 'content_block_start', content_block: {} }]],
  [
    'an end inside a block',
    [
      START,
      { type: 'content_block_start', index: 0, content_block: { type: 'text' } },
      { type: 'message_stop' },
    ],
  ],
])('%s breaks the stream', (_, events) => {
  expect(() => read(...events)).toThrow(expect.objectContaining({ kind: 'stream_broken' }))
})

test('a reply that is not whole cannot be had', () => {
  expect(() => read(START).reader.reply(FACTS)).toThrow(ModelError)
})

test.each(['not json', '[]', '{}', 'null'])('data %s breaks the stream', data => {
  expect(() => parseStreamEvent(data)).toThrow(expect.objectContaining({ kind: 'stream_broken' }))
})
