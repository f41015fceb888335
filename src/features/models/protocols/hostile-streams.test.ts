import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import { ModelError } from '../../../protocol/model.ts'
import { classifyError } from '../classify-error.ts'
import { createAnthropicWire } from './anthropic.ts'
import { FreshIds } from './fresh-ids.ts'
import { createGeminiWire } from './gemini/gemini-wire.ts'
import { createChatWire } from './openai-chat/chat-wire.ts'
import { createResponsesWire } from './openai-responses/responses-wire.ts'
import { createReplyReader } from './reply-reader.ts'
import { createSseParser } from './sse.ts'
import type { Wire } from './wire.ts'

const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/dialects')
const events = (name: string): readonly unknown[] =>
  createSseParser()
    .push(readFileSync(join(FIXTURES, name)))
    .flatMap(({ data }) => (data.trim() === '[DONE]' ? [] : [JSON.parse(data)]))

const MESSAGES: readonly object[] = [
  {
    type: 'message_start',
    message: {
      id: 'm',
      model: 'x',
      usage: { input_tokens: 1, cache_creation: { ephemeral_5m_input_tokens: 1 } },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: { type: 'tool_use', id: 't', name: 'Read', input: {} },
  },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
  { type: 'content_block_stop', index: 2 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 5 },
  },
  { type: 'message_stop' },
]

const fixturesOf = (...names: readonly string[]): readonly (readonly unknown[])[] =>
  names.map(name => events(`${name}.sse`))

const STREAMS: readonly (readonly [string, Wire, readonly (readonly unknown[])[]])[] = [
  ['messages', createAnthropicWire(), [MESSAGES]],
  [
    'chat',
    createChatWire({ reasoning: 'reasoning_details', writtenCalls: true }),
    fixturesOf('chat-parallel-tools', 'chat-reasoning-details', 'chat-error'),
  ],
  ['responses', createResponsesWire(), fixturesOf('responses-parallel-tools', 'responses-failed')],
  ['gemini', createGeminiWire(), fixturesOf('gemini-parallel-tools', 'gemini-error')],
]

/** What no server should put anywhere. */
const ODD: readonly unknown[] = [
  null,
  -1,
  Number.POSITIVE_INFINITY,
  '\u0000\u001b[2J',
  [[]],
  { type: 'tool_use' },
  { toString: 1, valueOf: 1 },
  JSON.parse('{"__proto__":{"type":"text"}}'),
]

/** The value with one place in it changed, for each place. */
function* changed(value: unknown, odd: unknown): Generator<unknown> {
  yield odd
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries())
      for (const other of changed(each, odd)) yield value.with(at, other)
  } else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value))
      for (const other of changed(each, odd)) yield { ...value, [key]: other }
}

const asText = (value: unknown): string => (JSON.stringify(value) ?? 'null').replaceAll('"∞"', '1e999')
const infinite = (odd: unknown): unknown => (odd === Number.POSITIVE_INFINITY ? '∞' : odd)

const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < 1e13

/** What is wrong with what came of it; undefined: a reply that the rest can work with, or a failure that it knows. */
const fault = (wire: Wire, stream: readonly unknown[]): string | undefined => {
  try {
    const reader = createReplyReader(classifyError)
    const reading = wire.reader(modelRequest())
    const own = new FreshIds().within(modelRequest())
    for (const data of stream)
      for (const meant of reading.take({ event: 'message', data: asText(data) })) reader.take(own(meant))
    if (!reader.ended) for (const meant of reading.end?.() ?? []) reader.take(own(meant))
    const { content, usage, id, model } = reader.reply({ requestId: undefined, durationMs: 0 })
    if (typeof id !== 'string' || typeof model !== 'string') return 'id or model'
    if (!Object.entries(usage).every(([, count]) => typeof count === 'object' || isCount(count)))
      return `usage ${JSON.stringify(usage)}`
    for (const block of content) {
      if (typeof block.type !== 'string') return 'a block without a type'
      if (block.type === 'text' && typeof block.text !== 'string') return 'text'
      if (block.type === 'thinking' && typeof block.thinking !== 'string') return 'thinking'
      if (block.type === 'tool_use')
        if (typeof block.name !== 'string' || typeof block.id !== 'string' || typeof block.input !== 'object')
          return 'call'
    }
    return undefined
  } catch (error) {
    return error instanceof ModelError ? undefined : `threw ${String(error)}`
  }
}

test.each(STREAMS)(
  'whatever a server puts in the place of any value of a stream (%s), the reply can be worked with or fails as one',
  (_, wire, streams) => {
    const faults = new Set<string>()
    let tried = 0
    for (const stream of streams)
      for (const [at, event] of stream.entries())
        for (const odd of ODD)
          for (const other of changed(event, infinite(odd))) {
            tried += 1
            const found = fault(wire, stream.with(at, other))
            if (found !== undefined) faults.add(`${found} <- ${asText(other).slice(0, 200)}`)
          }
    expect(tried).toBeGreaterThan(300)
    expect([...faults].slice(0, 10)).toEqual([])
  },
)
