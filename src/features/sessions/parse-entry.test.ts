import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../../test/support/sample-size.ts'
import { addUsage, contextTokens, NO_USAGE } from '../../protocol/usage.ts'
import { parseEntry } from './parse-entry.ts'

const place = {
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/p',
  sessionId: 's',
  version: '1.0.0',
  gitBranch: 'main',
  uuid: 'u',
  timestamp: '2026-01-01T00:00:00.000Z',
}
const user = { ...place, type: 'user', message: { role: 'user', content: 'hi' } }
const assistant = {
  ...place,
  type: 'assistant',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'x',
    content: [{ type: 'text', text: 'hello' }],
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
  },
}
const system = { ...place, type: 'system', subtype: 'informational', content: 'c' }

test.each([
  ['user', { ...user, extra: { kept: true } }],
  ['assistant', assistant],
  ['system', system],
  [
    'boundary',
    { ...system, subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 1 } },
  ],
  ['tombstone', { ...system, subtype: 'tombstone', removed: ['x'] }],
  ['snip', { ...system, subtype: 'history_edit', edit: { kind: 'snip', removed: ['x'], freed: 1 } }],
  [
    'clear',
    { ...system, subtype: 'history_edit', edit: { kind: 'clear', results: [], media: [], freed: 1 } },
  ],
  [
    'collapse',
    { ...system, subtype: 'history_edit', edit: { kind: 'collapse', replaced: [], summary: 's', freed: 1 } },
  ],
  ['attachment', { ...place, type: 'attachment', attachment: { kind: 'todo', text: 't' } }],
])('a whole %s entry is taken as it is, unknown fields included', (_, value) => {
  const parsed = parseEntry(value)
  expect(parsed).toEqual({ kind: 'message', entry: value })
  expect(parsed.kind === 'message' && parsed.entry).toBe(value)
})

test('the least that other writers give is filled up', () => {
  const least = { type: 'user', uuid: 'u', message: { content: 'hi' } }
  expect(parseEntry(least)).toEqual({
    kind: 'message',
    entry: {
      ...user,
      cwd: '',
      sessionId: '',
      version: '',
      gitBranch: '',
      timestamp: '1970-01-01T00:00:00.000Z',
    },
  })
})

test('an assistant entry with plain text and no numbers becomes a whole one', () => {
  const value = { ...place, type: 'assistant', message: { role: 'assistant', content: 'hello' } }
  expect(parseEntry(value)).toEqual({
    kind: 'message',
    entry: { ...assistant, message: { ...assistant.message, id: 'msg_u', model: '<synthetic>' } },
  })
})

test('blocks that cannot be sent are left out or mended, unknown ones stay', () => {
  const content = [
    { type: 'text' },
    'loose text',
    { type: 'thinking', thinking: 't' },
    { type: 'tool_use', id: '1', name: 'Read' },
    { type: 'tool_use', name: 'Read' },
    { type: 'from_the_future', x: 1 },
  ]
  const parsed = parseEntry({ ...assistant, message: { ...assistant.message, content } })
  expect(
    parsed.kind === 'message' && parsed.entry.type === 'assistant' && parsed.entry.message.content,
  ).toEqual([
    { type: 'thinking', thinking: 't', signature: '' },
    { type: 'tool_use', id: '1', name: 'Read', input: {} },
    { type: 'from_the_future', x: 1 },
  ])
})

test('a result without content is an empty result', () => {
  const content = [{ type: 'tool_result', tool_use_id: '1' }, { type: 'tool_result' }]
  const parsed = parseEntry({ ...user, message: { role: 'user', content } })
  expect(parsed.kind === 'message' && parsed.entry.type === 'user' && parsed.entry.message.content).toEqual([
    { type: 'tool_result', tool_use_id: '1', content: '' },
  ])
})

test('a system entry of an unknown kind is information', () => {
  expect(parseEntry({ ...system, subtype: 'local_command' })).toEqual({ kind: 'message', entry: system })
})

test.each([
  ['progress', { type: 'progress', uuid: 'u', parentUuid: 'p', data: {} }],
  [
    'a system entry without words',
    { ...system, subtype: 'turn_duration', content: undefined, parentUuid: 'p' },
  ],
  ['a foreign attachment', { ...place, parentUuid: 'p', type: 'attachment', attachment: { type: 'x' } }],
  ['a user entry without content', { ...user, parentUuid: 'p', message: { role: 'user' } }],
  ['a tombstone without list', { ...system, subtype: 'tombstone', parentUuid: 'p' }],
  ['an edit without its kind', { ...system, subtype: 'history_edit', parentUuid: 'p', edit: { freed: 1 } }],
  [
    'an edit of a list that is none',
    { ...system, subtype: 'history_edit', parentUuid: 'p', edit: { kind: 'snip', removed: [1], freed: 1 } },
  ],
])('the chain runs through %s', (_, value) => {
  expect(parseEntry(value)).toEqual({ kind: 'link', uuid: 'u', parentUuid: 'p' })
})

const cost = {
  totalCostUSD: 1,
  unpricedModels: [],
  apiDurationMs: 1,
  apiDurationWithoutRetriesMs: 1,
  toolDurationMs: 1,
  linesAdded: 1,
  linesRemoved: 1,
  modelUsage: {},
}

test.each([
  [{ type: 'custom-title', customTitle: 'T', sessionId: 's' }, true],
  [{ type: 'custom-title', title: 'T' }, false],
  [{ type: 'ai-title', aiTitle: 'T' }, true],
  [{ type: 'summary', summary: 'S', leafUuid: 'u' }, true],
  [{ type: 'tag', tag: '' }, true],
  [{ type: 'mode', mode: 'plan' }, true],
  [{ type: 'mode', mode: 'root' }, false],
  [{ type: 'model', model: 'm' }, true],
  [{ type: 'cwd', cwd: 1 }, false],
  [{ type: 'cost-state', cost }, true],
  [{ type: 'cost-state', cost: { ...cost, totalCostUSD: -1 } }, false],
  [{ type: 'cost-state', cost: { ...cost, modelUsage: { m: {} } } }, false],
  [{ type: 'file-history-snapshot' }, false],
  [{ type: 'constructor' }, false],
  [{ type: '__proto__' }, false],
  ['text', false],
  [null, false],
  [[], false],
])('%j counts as metadata: %j', (value, usable) => {
  expect(parseEntry(value)).toEqual(usable ? { kind: 'metadata', entry: value } : { kind: 'unknown' })
})

test('no JSON value makes the parser fail', () => {
  const keys = fc.constantFrom(
    'type',
    'uuid',
    'message',
    'content',
    'parentUuid',
    'subtype',
    'removed',
    'cost',
  )
  const leaves = fc.oneof(
    fc.constantFrom('user', 'assistant', 'system', 'attachment', 'text'),
    fc.jsonValue({ maxDepth: 1 }),
  )
  // Deep rather than long: what stands beside something makes no difference to how it is read.
  const { tree } = fc.letrec(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaves,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(keys, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(tree, value => {
      expect(['message', 'metadata', 'link', 'unknown']).toContain(parseEntry(value).kind)
    }),
    { numRuns: sampleSize({ usual: 150, full: 2000 }) },
  )
})

test('whatever stands where a counter should, what is added up and decided on is a number', () => {
  const odd = fc.oneof(
    fc.constantFrom(undefined, null, 'x', -5, 1.5, Number.POSITIVE_INFINITY, Number.NaN, {}, []),
    fc.nat(),
  )
  const usages = fc.record(
    {
      input_tokens: odd,
      output_tokens: odd,
      cache_creation_input_tokens: odd,
      cache_read_input_tokens: odd,
      cache_creation: fc.oneof(
        odd,
        fc.record({ ephemeral_5m_input_tokens: odd, ephemeral_1h_input_tokens: odd }),
      ),
      server_tool_use: fc.oneof(odd, fc.record({ web_search_requests: odd })),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(usages, odd), usage => {
      const line = { type: 'usage', timestamp: place.timestamp, message: { id: 'm', model: 'x', usage } }
      for (const value of [{ ...assistant, message: { ...assistant.message, usage } }, line]) {
        const parsed = parseEntry(value)
        if (!('entry' in parsed) || !('message' in parsed.entry)) continue
        const { message } = parsed.entry
        if (!('usage' in message)) continue
        const sum = addUsage(message.usage, NO_USAGE)
        const numbers = [contextTokens(sum), ...Object.values(sum.cache_creation ?? {})]
        numbers.push(...Object.values(sum.server_tool_use ?? {}))
        expect(numbers.every(number => Number.isFinite(number) && number >= 0)).toBe(true)
      }
    }),
    { numRuns: sampleSize({ usual: 150, full: 2000 }) },
  )
})
