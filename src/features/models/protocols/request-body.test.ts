import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import type { ApiMessage, ModelRequest } from '../../../protocol/model.ts'
import { createBodyWriter } from './request-body.ts'

const MARK = { cache_control: { type: 'ephemeral' } }
const textOf = (request: ModelRequest, extra?: Record<string, unknown>) =>
  Buffer.concat(createBodyWriter(extra).write(request)).toString()
const bodyOf = (request: ModelRequest, extra?: Record<string, unknown>) => JSON.parse(textOf(request, extra))

test('tools that the provider runs come after our own, as they are and without a mark', () => {
  const served = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }
  const own = { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }
  expect(bodyOf(modelRequest({ system: [], tools: [own], serverTools: [served] })).tools).toEqual([
    { ...own, ...MARK },
    served,
  ])
  expect(bodyOf(modelRequest({ tools: [], serverTools: [served] })).tools).toEqual([served])
})

test('a whole request has its keys in order, messages last', () => {
  const body = bodyOf(
    modelRequest({
      system: [{ text: 'static', cache: 'global' }, { text: '' }, { text: 'rest' }],
      tools: [{ name: 'Read', aliases: ['Cat'], description: 'Reads.', input_schema: { type: 'object' } }],
      thinking: { type: 'enabled', budget_tokens: 2048 },
      effort: 'high',
      toolChoice: { type: 'tool', name: 'Read' },
      temperature: 0.5,
      stopSequences: ['END'],
    }),
    { metadata: { user_id: 'u' }, stream: false, messages: [] },
  )
  expect(Object.keys(body)).toEqual([
    'model',
    'max_tokens',
    'system',
    'tools',
    'tool_choice',
    'thinking',
    'output_config',
    'stop_sequences',
    'metadata',
    'stream',
    'messages',
  ])
  expect(body).toEqual({
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    system: [
      { type: 'text', text: 'static', ...MARK },
      { type: 'text', text: 'rest', ...MARK },
    ],
    tools: [{ name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }],
    tool_choice: { type: 'tool', name: 'Read' },
    thinking: { type: 'enabled', budget_tokens: 2048 },
    output_config: { effort: 'high' },
    stop_sequences: ['END'],
    metadata: { user_id: 'u' },
    stream: true,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hello', ...MARK }] }],
  })
})

test('temperature is sent when thinking is off', () => {
  expect(bodyOf(modelRequest({ temperature: 0, thinking: { type: 'disabled' } }))).toMatchObject({
    temperature: 0,
  })
  expect(bodyOf(modelRequest({ thinking: { type: 'disabled' } }))).not.toHaveProperty('thinking')
})

test('no more than four marks are set, the most stable system parts first', () => {
  const system = ['a', 'b', 'c', 'd', 'e'].map(text => ({ text, cache: 'org' as const }))
  const body = bodyOf(modelRequest({ system }))
  const marked = body.system
    .filter((part: object) => 'cache_control' in part)
    .map((part: { text: string }) => part.text)
  expect(marked).toEqual(['a', 'b', 'e'])
  expect(textOf(modelRequest({ system })).match(/cache_control/g)).toHaveLength(4)
})

test('after many calls at once the end of the request before is marked too, so that it is found again', () => {
  const calls = Array.from(
    { length: 12 },
    (_, n) => ({ type: 'tool_use', id: `t${n}`, name: 'Read', input: {} }) as const,
  )
  const messages: readonly ApiMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    { role: 'assistant', content: calls },
    {
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'x' }) as const),
    },
  ]
  const marksOf = (request: ModelRequest) =>
    (bodyOf(request).messages as readonly { content: readonly object[] }[]).map(message =>
      message.content.flatMap((block, at) => ('cache_control' in block ? [at] : [])),
    )
  expect(marksOf(modelRequest({ messages }))).toEqual([[0], [], [11]])
  const few = [
    messages[0],
    ...messages.slice(1).map(({ role, content }) => ({ role, content: content.slice(0, 9) })),
  ]
  expect(marksOf(modelRequest({ messages: few as readonly ApiMessage[] }))).toEqual([[], [], [8]])
  const parts = ['a', 'b', 'c'].map(text => ({ text, cache: 'org' }) as const)
  const full = modelRequest({ messages, system: parts })
  expect(marksOf(full)).toEqual([[], [], [11]])
  expect(textOf(full).split('cache_control')).toHaveLength(4 + 1)
})

test('without a system prompt the last tool carries the mark', () => {
  const body = bodyOf(modelRequest({ system: [] }))
  expect(body).not.toHaveProperty('system')
  expect(body.tools[0]).toMatchObject(MARK)
})

test('cache false means no marks', () => {
  expect(textOf(modelRequest({ cache: false, system: [{ text: 'a', cache: 'org' }] }))).not.toContain(
    'cache_control',
  )
})

test('thinking and empty text never carry the mark', () => {
  const last: ApiMessage = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'said' },
      { type: 'text', text: ' ' },
      { type: 'thinking', thinking: 't', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
    ],
  }
  const body = bodyOf(modelRequest({ messages: [...modelRequest().messages, last] }))
  expect(body.messages[1].content.map((block: object) => 'cache_control' in block)).toEqual([
    true,
    false,
    false,
    false,
  ])
  const bare: ApiMessage = {
    role: 'assistant',
    content: [{ type: 'thinking', thinking: 't', signature: 's' }],
  }
  expect(JSON.stringify(bodyOf(modelRequest({ messages: [bare] })).messages)).not.toContain('cache_control')
})

test('a request begins with the bytes of the one before, but for the mark that moved', () => {
  const writer = createBodyWriter()
  const first = modelRequest()
  const more: ApiMessage[] = [
    { role: 'assistant', content: [{ type: 'text', text: 'héllo' }] },
    { role: 'user', content: [{ type: 'text', text: 'go on' }] },
  ]
  const before = Buffer.concat(writer.write(first)).toString()
  const after = Buffer.concat(writer.write({ ...first, messages: [...first.messages, ...more] })).toString()
  const unmarked = before.replace(/,"cache_control":\{"type":"ephemeral"\}(?=\}\]\}\]\}$)/, '')
  expect(unmarked).not.toBe(before)
  expect(after.startsWith(unmarked.slice(0, -2))).toBe(true)
})

test('messages, tools and system parts that were sent before are not serialised again', () => {
  let reads = 0
  const watched = <T extends object>(value: T): T =>
    new Proxy(value, {
      get: (target, key, receiver) => {
        reads++
        return Reflect.get(target, key, receiver)
      },
    })
  const writer = createBodyWriter()
  const old = watched<ApiMessage>({ role: 'user', content: [{ type: 'text', text: 'old' }] })
  const tail: ApiMessage[] = [
    { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
    { role: 'user', content: [{ type: 'text', text: 'b' }] },
  ]
  const request = modelRequest({ messages: [old, ...tail] })
  writer.write(request)
  reads = 0
  writer.write({ ...request, messages: [old, ...tail, ...tail] })
  expect(reads).toBe(0)
})

test('a count has neither limit nor stream nor marks', () => {
  const request = modelRequest({ system: [{ text: 's', cache: 'org' }] })
  expect(JSON.parse(Buffer.concat(createBodyWriter().writeCount(request)).toString())).toEqual({
    model: 'claude-sonnet-4-5',
    system: [{ type: 'text', text: 's' }],
    tools: request.tools,
    messages: request.messages,
  })
})

test.each<[string, Partial<ModelRequest>]>([
  ['model', { model: 'other' }],
  ['maxTokens', { maxTokens: 77 }],
  ['cache', { cache: false }],
  ['effort', { effort: 'high' }],
  ['speed', { speed: 'fast' }],
  ['task budget', { taskBudget: { total: 20_000 } }],
  ['what to leave out', { clearResults: { above: 1, keep: 1, atLeast: 1, except: [] } }],
  ['temperature', { temperature: 0.3 }],
  ['thinking', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
  ['toolChoice', { toolChoice: { type: 'any' } }],
  ['system', { system: [{ text: 'another' }] }],
  ['tools', { tools: [{ name: 'New', description: 'Is new.', input_schema: { type: 'object' } }] }],
  ['stopSequences', { stopSequences: ['STOP'] }],
  ['serverTools', { serverTools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
])('what was remembered of the last request does not outlive a change of its %s', (_, change) => {
  const writer = createBodyWriter()
  const write = (request: ModelRequest) => Buffer.concat(writer.write(request)).toString()
  const before = modelRequest({})
  const after = modelRequest(change)
  expect([write(before), write(after), write(before)]).toEqual([
    textOf(before),
    textOf(after),
    textOf(before),
  ])
  expect(textOf(after)).not.toBe(textOf(before))
})

test('what the provider may leave out is asked for in its own words', () => {
  const clearResults = { above: 100_000, keep: 5, atLeast: 10_000, except: ['TodoWrite'] }
  const edit = {
    type: 'clear_tool_uses_20250919',
    trigger: { type: 'input_tokens', value: 100_000 },
    keep: { type: 'tool_uses', value: 5 },
    clear_at_least: { type: 'input_tokens', value: 10_000 },
  }
  expect(bodyOf(modelRequest({ clearResults })).context_management).toEqual({
    edits: [{ ...edit, exclude_tools: ['TodoWrite'] }],
  })
  expect(bodyOf(modelRequest({ clearResults: { ...clearResults, except: [] } })).context_management).toEqual({
    edits: [edit],
  })
  expect(bodyOf(modelRequest())).not.toHaveProperty('context_management')
})

test('marks ask for an hour when the request does, and name their scope only where the API has scopes', () => {
  const system = [{ text: 'shared', cache: 'global' as const }, { text: 'own' }]
  const hour = bodyOf(modelRequest({ system, cacheLifetime: '1h' }))
  const mark = { type: 'ephemeral', ttl: '1h' }
  expect(hour.system.map((part: { cache_control: unknown }) => part.cache_control)).toEqual([mark, mark])
  expect(JSON.stringify(hour.messages)).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}')
  const scoped = bodyOf(modelRequest({ system, betas: ['prompt-caching-scope-2026-01-05'] }))
  expect(scoped.system.map((part: { cache_control: unknown }) => part.cache_control)).toEqual([
    { type: 'ephemeral', scope: 'global' },
    { type: 'ephemeral' },
  ])
})

test('the scope is not named where tools of a server stand before it: nobody else sends that prefix', () => {
  const system = [{ text: 'shared', cache: 'global' as const }, { text: 'own' }]
  const betas = ['prompt-caching-scope-2026-01-05']
  const own = { name: 'Read', description: '', input_schema: {} }
  const foreign = { ...own, name: 'mcp__s__t', serverTool: { server: 's', tool: 't' } }
  const scopes = (request: Parameters<typeof modelRequest>[0]) =>
    JSON.stringify(bodyOf(modelRequest({ system, betas, ...request }))).includes('"scope"')
  expect(scopes({ tools: [own] })).toBe(true)
  expect(scopes({ tools: [own, foreign] })).toBe(false)
  // What is only referred to does not stand there.
  expect(scopes({ tools: [own], deferredTools: [foreign] })).toBe(true)
})

const text = (words: string) => ({ type: 'text', text: words }) as const
const thought = { type: 'thinking', thinking: 'hm', signature: 's' } as const
const markedIn = (messages: readonly { content: readonly Record<string, unknown>[] }[]) =>
  messages.flatMap(({ content }) =>
    content.filter(block => block['cache_control']).map(block => block['text']),
  )

test.each([
  ['behind blocks of the same message', [[text('a'), text('b'), text('ask')]], ['b']],
  ['as a message of its own', [[text('a')], [text('reply')], [text('ask')]], ['reply']],
  ['behind what cannot carry a mark', [[text('a'), text(' '), text('ask')]], ['a']],
  ['behind a reply of thoughts alone', [[text('a')], [thought], [text('ask')]], ['a']],
  ['alone', [[text('ask')]], []],
])('a side call marks what it shares with the conversation, not what it asks: %s', (_, contents, marked) => {
  const messages = contents.map((content, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }))
  expect(markedIn(bodyOf(modelRequest({ messages, endsAside: true })).messages)).toEqual(marked)
  const [last] = markedIn(bodyOf(modelRequest({ messages })).messages)
  expect(last).toBe('ask')
})

test('a side call behind a wide reply marks the end of the request before as well', () => {
  const wide = Array.from({ length: 30 }, (_, n) => text(`reply ${n}`))
  const messages = [[text('a')], wide, [text('result'), text('ask')]].map((content, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }))
  expect(markedIn(bodyOf(modelRequest({ messages, endsAside: true })).messages)).toEqual(['a', 'result'])
})
