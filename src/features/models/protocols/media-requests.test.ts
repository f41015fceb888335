import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import { createGeminiWire } from './gemini/gemini-wire.ts'
import { createChatWire } from './openai-chat/chat-wire.ts'
import { createResponsesWire } from './openai-responses/responses-wire.ts'
import type { Wire } from './wire.ts'

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } } as const
const paper = {
  type: 'document',
  title: 'a.pdf',
  source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
} as const
const PNG = 'data:image/png;base64,AA=='
const PDF = 'data:application/pdf;base64,JVBERi0='

const written = (wire: Wire, field: string): readonly unknown[] => {
  const request = modelRequest({
    messages: [
      { role: 'user', content: [picture, paper] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [picture] }] },
    ],
  })
  const body = JSON.parse(Buffer.concat(wire.write(request)).toString('utf8')) as Record<string, unknown[]>
  return body[field] ?? []
}

const shown = { type: 'image_url', image_url: { url: PNG } }
const POINTER = '(What it shows follows behind the results.)'

test.each([
  ['a server that reads files', true, { type: 'file', file: { filename: 'a.pdf', file_data: PDF } }],
  ['any other', undefined, { type: 'text', text: '(A document “a.pdf” that this model cannot be sent.)' }],
] as const)('chat completions, %s: a picture, a document, a picture as a result', (_, files, document) => {
  const messages = written(createChatWire(files ? { files } : {}), 'messages')
  expect(messages.slice(1)).toEqual([
    { role: 'user', content: [shown, document] },
    expect.objectContaining({ role: 'assistant' }),
    { role: 'tool', tool_call_id: 'a', content: POINTER },
    { role: 'user', content: [shown] },
  ])
})

test('responses: a picture, a document, a picture as a result', () => {
  expect(written(createResponsesWire(), 'input')).toEqual([
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_image', image_url: PNG },
        { type: 'input_file', filename: 'a.pdf', file_data: PDF },
      ],
    },
    expect.objectContaining({ type: 'function_call' }),
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_image', image_url: PNG }] },
  ])
})

test('Gemini: a picture, a document, a picture as a result', () => {
  const inline = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } })
  expect(written(createGeminiWire(), 'contents')).toEqual([
    { role: 'user', parts: [inline('image/png', 'AA=='), inline('application/pdf', 'JVBERi0=')] },
    expect.objectContaining({ role: 'model' }),
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'Read', response: { output: POINTER } } },
        inline('image/png', 'AA=='),
      ],
    },
  ])
})

const two = modelRequest({
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'compare' }] },
    {
      role: 'assistant',
      content: ['a', 'b', 'c'].map(id => ({ type: 'tool_use', id, name: 'Read', input: {} }) as const),
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'old' }, picture] },
        { type: 'tool_result', tool_use_id: 'b', content: 'gone', is_error: true },
        { type: 'tool_result', tool_use_id: 'c', content: [picture], is_error: true },
      ],
    },
  ],
})
const body = (wire: Wire) =>
  JSON.parse(Buffer.concat(wire.write(two)).toString('utf8')) as Record<string, unknown[]>
const OLD = 'old\n(What it shows follows behind the results as [1].)'
const NEW = '(What it shows follows behind the results as [2].)'

test('chat completions: of two pictures each result says which is its own, and errors are called so', () => {
  expect(body(createChatWire({}))['messages']?.slice(-4)).toEqual([
    { role: 'tool', tool_call_id: 'a', content: OLD },
    { role: 'tool', tool_call_id: 'b', content: 'Error: gone' },
    { role: 'tool', tool_call_id: 'c', content: `Error: ${NEW}` },
    { role: 'user', content: [{ type: 'text', text: '[1]' }, shown, { type: 'text', text: '[2]' }, shown] },
  ])
})

test('Gemini: of two pictures each result says which is its own, and errors are called so once', () => {
  const image = { inlineData: { mimeType: 'image/png', data: 'AA==' } }
  expect(body(createGeminiWire())['contents']?.at(-1)).toEqual({
    role: 'user',
    parts: [
      { functionResponse: { name: 'Read', response: { output: OLD } } },
      { functionResponse: { name: 'Read', response: { error: 'gone' } } },
      { functionResponse: { name: 'Read', response: { error: NEW } } },
      { text: '[1]' },
      image,
      { text: '[2]' },
      image,
    ],
  })
})

test('responses: an error that shows something is called an error, too', () => {
  expect(body(createResponsesWire())['input']?.slice(-2)).toEqual([
    { type: 'function_call_output', call_id: 'b', output: 'Error: gone' },
    {
      type: 'function_call_output',
      call_id: 'c',
      output: [
        { type: 'input_text', text: 'Error:' },
        { type: 'input_image', image_url: PNG },
      ],
    },
  ])
})
