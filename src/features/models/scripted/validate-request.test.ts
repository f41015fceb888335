import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import { createBodyWriter } from '../protocols/request-body.ts'
import { validateRequest } from './validate-request.ts'

const TOOL = { name: 'Read', description: 'd', input_schema: { type: 'object' } }
const USE = { type: 'tool_use', id: 't1', name: 'Read', input: {} }
const RESULT = { type: 'tool_result', tool_use_id: 't1', content: 'ok' }
const MARK = { cache_control: { type: 'ephemeral' } }
const user = (...content: object[]) => ({ role: 'user', content })
const assistant = (...content: object[]) => ({ role: 'assistant', content })
const text = (words: string) => ({ type: 'text', text: words })
const bodyOf = (fields: object) => ({ model: 'm', max_tokens: 10, messages: [user(text('hi'))], ...fields })
const talk = (...messages: object[]) => bodyOf({ messages: [user(text('hi')), ...messages] })

test.each<[string, object]>([
  ['a plain question', bodyOf({})],
  ['strings for content and system', bodyOf({ system: 's', messages: [{ role: 'user', content: 'hi' }] })],
  ['a tool that was called and answered', talk(assistant(text('a'), USE), user(RESULT, text('go on')))],
  [
    'signed thinking',
    talk(assistant({ type: 'thinking', thinking: '', signature: 's' }, text('a')), user(text('b'))),
  ],
  ['a tool of the server', bodyOf({ tools: [TOOL, { type: 'web_search_20250305', name: 'web_search' }] })],
  ['a beginning of the answer', talk(assistant(text('{')))],
  [
    'what our own writer writes',
    JSON.parse(Buffer.concat(createBodyWriter().write(modelRequest())).toString()),
  ],
])('%s is valid', (_, body) => {
  expect(validateRequest({ ...body })).toEqual([])
})

test.each<[string, object, RegExp]>([
  ['no model', bodyOf({ model: '' }), /^model:/],
  ['no room for an answer', bodyOf({ max_tokens: 0 }), /^max_tokens:/],
  [
    'a thinking budget beyond max_tokens',
    bodyOf({ thinking: { type: 'enabled', budget_tokens: 2000 } }),
    /below max_tokens/,
  ],
  ['empty system text', bodyOf({ system: [text('')] }), /^system\.0/],
  ['two tools of one name', bodyOf({ tools: [TOOL, TOOL] }), /^tools\.1\.name: Read is there twice/],
  ['a tool name with a space', bodyOf({ tools: [{ ...TOOL, name: 'a b' }] }), /^tools\.0\.name/],
  ['a tool without a schema', bodyOf({ tools: [{ name: 'a' }] }), /^tools\.0\.input_schema/],
  ['no messages', bodyOf({ messages: [] }), /^messages: at least one/],
  ['an assistant first', bodyOf({ messages: [assistant(text('a'))] }), /^messages\.0\.role: the first/],
  ['a third role', bodyOf({ messages: [{ role: 'system', content: 'x' }] }), /^messages\.0\.role: must be/],
  ['two user messages in a row', talk(user(text('b'))), /^messages\.1\.role: roles must alternate/],
  ['no content', bodyOf({ messages: [user()] }), /^messages\.0\.content: must not be empty/],
  [
    'content of the wrong kind',
    bodyOf({ messages: [{ role: 'user', content: 4 }] }),
    /^messages\.0\.content: must be/,
  ],
  ['empty text', bodyOf({ messages: [user(text(''))] }), /non-empty/],
  ['white text', talk(assistant(text(' \n')), user(text('b'))), /^messages\.1\.content\.0: .*non-whitespace/],
  [
    'unsigned thinking',
    talk(assistant({ type: 'thinking', thinking: 'a', signature: '' }), user(text('b'))),
    /signature/,
  ],
  [
    'thinking of the user',
    bodyOf({ messages: [user({ type: 'redacted_thinking', data: 'x' })] }),
    /only be in assistant/,
  ],
  ['a call of the user', bodyOf({ messages: [user(USE)] }), /only be in assistant/],
  ['a result of the assistant', talk(assistant(RESULT)), /only be in user/],
  [
    'input that is no object',
    talk(assistant({ ...USE, input: 'x' }), user(RESULT)),
    /input must be an object/,
  ],
  ['a call without a result', talk(assistant(USE), user(text('b'))), /tool_use t1 has no tool_result/],
  ['a call at the end', talk(assistant(USE)), /tool_use t1 has no tool_result/],
  ['two results for one call', talk(assistant(USE), user(RESULT, RESULT)), /has 2 tool_results/],
  ['a result without a call', talk(assistant(text('a')), user(RESULT)), /answers no tool_use/],
  [
    'a result one turn late',
    talk(assistant(USE), user(text('b')), assistant(text('c')), user(RESULT)),
    /messages\.3: tool_result t1 answers no|messages\.4: tool_result t1 answers no/,
  ],
  ['text before a result', talk(assistant(USE), user(text('b'), RESULT)), /must come before other content/],
  [
    'an id used twice',
    talk(assistant(USE), user(RESULT), assistant(USE), user(RESULT)),
    /ids must be unique/,
  ],
  ['empty text in a result', talk(assistant(USE), user({ ...RESULT, content: [text('')] })), /non-empty/],
  [
    'an image in a failed result',
    talk(assistant(USE), user({ ...RESULT, is_error: true, content: [{ type: 'image' }] })),
    /must be text when is_error/,
  ],
  ['white space at the end of a beginning', talk(assistant(text('a '))), /must not end with whitespace/],
  ['five marks', bodyOf({ system: Array.from({ length: 5 }, () => ({ ...text('a'), ...MARK })) }), /5 marks/],
  [
    'a mark on thinking',
    talk(assistant({ type: 'thinking', thinking: 'a', signature: 's', ...MARK }, text('a')), user(text('b'))),
    /not allowed on thinking/,
  ],
])('%s is a violation', (_, body, complaint) => {
  expect(validateRequest({ ...body }).join('\n')).toMatch(complaint)
})
