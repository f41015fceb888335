import { expect, test } from 'vitest'
import { parseInboundLine, parsePermissionAnswer } from './inbound-schema.ts'
import { parseInitialize } from './initialize-schema.ts'

const user = (content: unknown): object => ({ type: 'user', message: { role: 'user', content } })

test.each([
  ['text', 'hi'],
  ['a text block', [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }]],
  ['an image', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }]],
  ['a document', [{ type: 'document', title: 'T', source: { type: 'url', url: 'https://x.test/' } }]],
  ['a tool result', [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'x' }] }]],
])('a user message may hold %s, and is kept whole', (_, content) => {
  expect(parseInboundLine(user(content))).toEqual({ ok: true, value: user(content) })
})

test.each<[string, object, string]>([
  ['without a type', {}, 'it has no "type"'],
  ['with a type that is no text', { type: 3 }, 'it has no "type"'],
  ['without content', { type: 'user', message: { role: 'user' } }, 'message.content: '],
  ['with no blocks', user([]), 'message.content: '],
  ['from another role', { type: 'user', message: { role: 'assistant', content: 'x' } }, 'message.role'],
  ['without a request', { type: 'control_request', request_id: 'r' }, 'request: '],
  [
    'of an answer to nothing',
    { type: 'control_response', response: { subtype: 'success' } },
    'response.request_id: ',
  ],
])('a line %s is not valid, and it is said where', (_, line, error) => {
  expect(parseInboundLine(line)).toEqual({ ok: false, error: expect.stringContaining(error) })
})

test('a kind of line that is not known is neither valid nor wrong', () => {
  expect(parseInboundLine({ type: 'update_environment_variables' })).toBeUndefined()
  expect(parseInboundLine({ type: 'toString' })).toBeUndefined()
})

test.each<[string, object, object]>([
  ['nothing', {}, {}],
  ['nulls', { systemPrompt: null, appendSystemPrompt: null, jsonSchema: null, title: null }, {}],
  ['a prompt as text', { systemPrompt: 'x' }, { systemPrompt: ['x'] }],
  ['the empty prompt', { systemPrompt: [''] }, { systemPrompt: [''] }],
  ['an empty addition', { appendSystemPrompt: '' }, { appendSystemPrompt: '' }],
])('initialize with %s', (_, fields, expected) => {
  expect(parseInitialize({ subtype: 'initialize', ...fields })).toEqual({ ok: true, value: expected })
})

test('initialize with a prompt of another shape is not valid', () => {
  expect(parseInitialize({ subtype: 'initialize', systemPrompt: 3 })).toMatchObject({ ok: false })
})

test.each<[string, unknown, object]>([
  [
    'nulls for what is left out',
    { behavior: 'allow', updatedInput: null, updatedPermissions: null },
    { behavior: 'allow' },
  ],
  ['a no', { behavior: 'deny', message: 'No.', interrupt: false }, { behavior: 'deny', message: 'No.' }],
  [
    'a mode and directories',
    {
      behavior: 'allow',
      updatedPermissions: [
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
        { type: 'addDirectories', directories: ['/x'], destination: 'session' },
        {
          type: 'addRules',
          rules: [{ toolName: 'Read', ruleContent: null }],
          behavior: 'allow',
          destination: 'localSettings',
        },
      ],
    },
    {
      behavior: 'allow',
      updatedPermissions: [
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
        { type: 'addDirectories', directories: ['/x'], destination: 'session' },
        { type: 'addRules', rules: [{ toolName: 'Read' }], behavior: 'allow', destination: 'localSettings' },
      ],
    },
  ],
])('a permission answer with %s', (_, answer, expected) => {
  expect(parsePermissionAnswer(answer)).toEqual({ ok: true, value: expected })
})

test.each([
  ['nothing', undefined],
  ['another word', { behavior: 'yes' }],
  ['a no without words', { behavior: 'deny' }],
  ['input that is no object', { behavior: 'allow', updatedInput: 'rm' }],
  [
    'an unknown destination',
    {
      behavior: 'allow',
      updatedPermissions: [{ type: 'setMode', mode: 'plan', destination: 'everywhere' }],
    },
  ],
])('a permission answer of %s is not valid', (_, answer) => {
  expect(parsePermissionAnswer(answer)).toMatchObject({ ok: false })
})
