import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import { ModelError } from '../../../protocol/model.ts'
import type { Usage } from '../../../protocol/usage.ts'
import { classifyError } from '../classify-error.ts'
import { createGeminiWire } from './gemini/gemini-wire.ts'
import { createChatWire } from './openai-chat/chat-wire.ts'
import { createResponsesWire } from './openai-responses/responses-wire.ts'
import { createReplyReader } from './reply-reader.ts'
import { createSseParser } from './sse.ts'
import type { Wire } from './wire.ts'

/** Streams written after the providers' public documentation, and after what servers of the field are known to do. */
const FIXTURES = join(import.meta.dirname, '../../../../test/fixtures/dialects')

const read = (name: string, wire: Wire) => {
  const reader = createReplyReader(classifyError)
  const events = wire.reader(modelRequest())
  try {
    for (const event of createSseParser().push(readFileSync(join(FIXTURES, `${name}.sse`))))
      for (const meant of events.take(event)) reader.take(meant)
    if (!reader.ended) for (const meant of events.end?.() ?? []) reader.take(meant)
    const { content, stopReason, usage } = reader.reply({ requestId: undefined, durationMs: 0 })
    return { content, stopReason, usage }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { error: error.kind }
  }
}

const text = (said: string) => ({ type: 'text', text: said })
const thought = (thinking: string, signature = '') => ({ type: 'thinking', thinking, signature })
const call = (id: string, path: string) => ({
  type: 'tool_use',
  id,
  name: 'Read',
  input: { file_path: path },
})
const counted = (read: number, output = 20, written = 0): Usage => ({
  input_tokens: 100 - read - written,
  output_tokens: output,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
})
const NOTHING: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
}
const said = (content: readonly object[], stopReason: string, usage = NOTHING) => ({
  content,
  stopReason,
  usage,
})
const HELLO = said([text('Hello')], 'end_turn')
const CALLS = [call('call_a', 'a'), call('call_b', 'b')]
const chat = createChatWire()
const details = 'chat-details:[{"type":"reasoning.text","text":"Hm.","index":0,"signature":"sig"}]'

const CASES: Readonly<Record<string, readonly [Wire, object]>> = {
  'chat-parallel-tools': [chat, said(CALLS, 'tool_use', counted(64))],
  'chat-interleaved-tools': [chat, said(CALLS, 'tool_use')],
  'chat-same-index': [chat, said(CALLS, 'tool_use')],
  'chat-parsed-arguments': [chat, said([call('call_1_0', 'a')], 'tool_use')],
  'chat-reasoning-content': [
    createChatWire({ reasoning: 'reasoning_content' }),
    said([thought('Hm. Yes.', 'chat'), text('Hello')], 'end_turn', counted(64)),
  ],
  'chat-reasoning-details': [
    createChatWire({ reasoning: 'reasoning_details' }),
    said([thought('Hm.', details), text('Hello')], 'end_turn', counted(60, 20, 30)),
  ],
  'chat-think-tags': [chat, said([thought('\nHm.\n'), text('Hello')], 'end_turn')],
  'chat-content-parts': [chat, said([thought('Hm.'), text('Hello')], 'end_turn')],
  'chat-refusal': [chat, said([text("I can't help with that.")], 'refusal')],
  'chat-content-filter': [chat, said([text('I')], 'refusal')],
  'chat-cut': [chat, said([text('Hello')], 'max_tokens')],
  'chat-no-done': [chat, HELLO],
  'chat-no-finish': [chat, HELLO],
  'chat-usage-in-choice': [chat, said([text('Hello')], 'end_turn', counted(64))],
  'chat-usage-of-maker': [chat, said([text('Hello')], 'end_turn', counted(0))],
  'chat-usage-beside': [chat, said([text('Hello')], 'end_turn', counted(0, 28))],
  'chat-odd-chunks': [chat, HELLO],
  'chat-whole-message': [chat, HELLO],
  'chat-error': [chat, { error: 'server_error' }],
  'chat-cut-off': [chat, { error: 'stream_broken' }],
  'responses-sealed-reasoning': [
    createResponsesWire(),
    said(
      [thought('Hm.\n\nYes.', 'responses:{"id":"rs_1","sealed":"gAAA"}'), text('Hello')],
      'end_turn',
      counted(64),
    ),
  ],
  'responses-parallel-tools': [
    createResponsesWire(),
    said([call('call_0', 'a'), call('call_1', 'b')], 'tool_use', counted(64)),
  ],
  'responses-refusal': [createResponsesWire(), said([text("I can't.")], 'refusal', counted(64))],
  'responses-cut': [createResponsesWire(), said([text('Hello')], 'max_tokens', counted(64))],
  'responses-failed': [createResponsesWire(), { error: 'server_error' }],
  'responses-cut-off': [createResponsesWire(), { error: 'stream_broken' }],
  'gemini-thoughts': [
    createGeminiWire(),
    said([thought('Hm.', 'gemini:c2ln'), text('Hello')], 'end_turn', counted(64)),
  ],
  'gemini-parallel-tools': [
    createGeminiWire(),
    said([thought('', 'gemini:c2ln'), call('call_1_0', 'a'), call('call_1_1', 'b')], 'tool_use', counted(64)),
  ],
  'gemini-blocked': [createGeminiWire(), said([], 'refusal', counted(0, 0))],
  'gemini-safety': [createGeminiWire(), said([text('I')], 'refusal', counted(64))],
  'gemini-cut': [createGeminiWire(), said([text('Hello')], 'max_tokens', counted(64))],
  'gemini-malformed-call': [createGeminiWire(), { error: 'stream_broken' }],
  'gemini-error': [createGeminiWire(), { error: 'overloaded' }],
  'gemini-cut-off': [createGeminiWire(), { error: 'stream_broken' }],
}

test.each(Object.entries(CASES))('%s is read as what it says', (name, [wire, expected]) => {
  expect(read(name, wire)).toEqual(expected)
})

test('every fixture is read', () => {
  const names = readdirSync(FIXTURES).map(file => file.replace('.sse', ''))
  expect(names.toSorted()).toEqual(Object.keys(CASES).toSorted())
})
