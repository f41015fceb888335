import { expect, test } from 'vitest'
import { classifyError } from '../../src/features/models/classify-error.ts'
import { createGeminiWire } from '../../src/features/models/protocols/gemini/gemini-wire.ts'
import { createResponsesWire } from '../../src/features/models/protocols/openai-responses/responses-wire.ts'
import { createReplyReader } from '../../src/features/models/protocols/reply-reader.ts'
import type { Wire } from '../../src/features/models/protocols/wire.ts'
import { readFindings } from '../../src/features/tools/web-search/provider-results.ts'
import { passesFilter } from '../../src/features/tools/web-search/search-result.ts'
import type { StreamEvent } from '../../src/protocol/model.ts'
import { modelRequest } from '../support/model-contract.ts'

const SEARCH = {
  ...modelRequest(),
  tools: [],
  serverTools: [{ type: 'web_search_20250305', name: 'web_search', allowed_domains: ['serde.rs'] }],
}

const replyOf = (wire: Wire, chunks: readonly object[]) => {
  const reader = createReplyReader(classifyError)
  const events = wire.reader(SEARCH)
  const take = (meant: readonly StreamEvent[]): void => {
    for (const event of meant) reader.take(event)
  }
  for (const chunk of chunks) take(events.take({ event: '', data: JSON.stringify(chunk) }))
  if (!reader.ended) take(events.end?.() ?? [])
  return reader.reply({ requestId: undefined, durationMs: 0 })
}

const bodyOf = (wire: Wire, request: typeof SEARCH = SEARCH): unknown =>
  JSON.parse(Buffer.concat(wire.write(request)).toString())

const answer = { type: 'response.output_text.delta', output_index: 1, delta: 'Serde is a framework.' }
const responses = (...items: readonly object[]) => [
  { type: 'response.created', response: { id: 'r', model: 'm' } },
  ...items.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item })),
  answer,
  { type: 'response.completed', response: { id: 'r', usage: { input_tokens: 5, output_tokens: 2 } } },
]
const searched = (fields: object) => ({ type: 'web_search_call', id: 'ws_1', status: 'completed', ...fields })
const cited = {
  type: 'message',
  content: [
    {
      type: 'output_text',
      annotations: [{ type: 'url_citation', url: 'https://serde.rs/', title: 'Serde' }],
    },
  ],
}

test('the responses protocol is asked to search, and what it found is read with its titles', () => {
  const wire = createResponsesWire()
  expect(bodyOf(wire)).toMatchObject({
    tools: [{ type: 'web_search', filters: { allowed_domains: ['serde.rs'] } }],
    include: expect.arrayContaining(['web_search_call.action.sources']),
  })
  const sources = [
    { type: 'url', url: 'https://docs.rs/serde' },
    { type: 'url', url: 'https://serde.rs/' },
  ]
  const { content, usage } = replyOf(
    wire,
    responses(
      searched({ action: { type: 'search', query: 'serde', sources } }),
      searched({ id: 'ws_2', action: { type: 'open_page', url: 'https://serde.rs/' } }),
      cited,
    ),
  )
  expect(readFindings(content)).toEqual({
    results: [
      { title: 'docs.rs', url: 'https://docs.rs/serde' },
      { title: 'Serde', url: 'https://serde.rs/' },
    ],
    summary: 'Serde is a framework.',
  })
  expect(usage.server_tool_use).toEqual({ web_search_requests: 1 })
})

test('a search that failed, and words that no search stands behind, are errors', () => {
  const wire = createResponsesWire()
  expect(() => readFindings(replyOf(wire, responses(searched({ status: 'failed' }))).content)).toThrow(
    'The search failed',
  )
  expect(() => readFindings(replyOf(wire, responses()).content)).toThrow('answered without searching')
  const gemini = [{ candidates: [{ content: { parts: [{ text: 'Serde.' }] }, finishReason: 'STOP' }] }]
  expect(() => readFindings(replyOf(createGeminiWire(), gemini).content)).toThrow(
    'answered without searching',
  )
})

test('Gemini is asked to search; its links are told apart by the hosts they lead to', () => {
  const wire = createGeminiWire()
  expect(bodyOf(wire)).toMatchObject({ tools: [{ googleSearch: {} }] })
  const web = (host: string) => ({
    web: { uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${host}`, title: host },
  })
  const groundingMetadata = {
    webSearchQueries: ['serde'],
    groundingChunks: [web('serde.rs'), web('evil.example')],
  }
  const { content, usage } = replyOf(wire, [
    { candidates: [{ content: { parts: [{ text: 'Serde ' }] }, groundingMetadata }] },
    { candidates: [{ content: { parts: [{ text: 'it is.' }] }, groundingMetadata, finishReason: 'STOP' }] },
  ])
  const { results, summary } = readFindings(content)
  expect(summary).toBe('Serde it is.')
  expect(results.map(({ site }) => site)).toEqual(['serde.rs', 'evil.example'])
  expect(results.filter(result => passesFilter(result, { allowed: ['serde.rs'] }))).toHaveLength(1)
  expect(usage.server_tool_use).toEqual({ web_search_requests: 1 })
})

test('a request that searches nothing is written as before', () => {
  const plain = { ...SEARCH, serverTools: [] }
  for (const wire of [createResponsesWire(), createGeminiWire()])
    expect(JSON.stringify(bodyOf(wire, plain))).not.toMatch(/search/i)
})
