import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { AssistantBlock } from '../../../protocol/message.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { ModelError } from '../../../protocol/model.ts'
import type { ToolCall } from '../../../protocol/tool.ts'
import type { ProviderSearch, Web } from '../../../protocol/web.ts'
import { webSearchTool } from './web-search.ts'

const callWith = (web: Partial<Web>, state: Readonly<Record<string, unknown>> = {}): ToolCall => ({
  ...makeToolCall({ state }),
  web: { hosts: () => [], now: () => 0, userAgent: 'capstan/test', save: () => '', ...web },
})
const search = (input: object, call: ToolCall) => runTool(webSearchTool, { query: 'serde', ...input }, call)

const serve = async (answer: RequestListener) => {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    seen,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search?lang=en`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
const EMPTY: AssistantBlock = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
const results = [
  { title: 'Serde', url: 'https://serde.rs/', content: 'A <b>framework</b>\u202e' },
  { title: '', url: 'https://docs.rs/serde', content: '' },
  { title: 'bad', url: 'javascript:alert(1)' },
  { title: 'private', url: 'http://127.0.0.1/admin' },
  'nonsense',
]

test('an endpoint is asked, and its results come as titles, addresses and snippets marked as data', async () => {
  await using server = await serve((_request, response) => void response.end(JSON.stringify({ results })))
  const { output, text } = await search(
    {},
    callWith({ searchEndpoint: { endpoint: server.endpoint, apiKey: 'k' } }),
  )
  expect(output).toEqual({
    query: 'serde',
    results: [
      { title: 'Serde', url: 'https://serde.rs/', snippet: 'A framework\\u{202e}' },
      { title: 'docs.rs', url: 'https://docs.rs/serde' },
    ],
    durationSeconds: 0,
    searchCount: 1,
  })
  expect(text).toBe(
    '2 results for "serde":\n<web-content origin="web search">\n1. Serde\n   https://serde.rs/\n   A framework\\u{202e}\n2. docs.rs\n   https://docs.rs/serde\n</web-content>',
  )
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/search?lang=en&q=serde&format=json', 'Bearer k'],
  ])
})

test('domains allow or block, with everything below them', async () => {
  await using server = await serve(
    (_request, response) => void response.end(JSON.stringify({ web: { results } })),
  )
  const call = callWith({ searchEndpoint: { endpoint: server.endpoint } })
  const urls = async (input: object) => (await search(input, call)).output.results.map(({ url }) => url)
  expect(await urls({ allowed_domains: ['https://RS/'] })).toEqual([
    'https://serde.rs/',
    'https://docs.rs/serde',
  ])
  expect(await urls({ allowed_domains: ['*.docs.rs'] })).toEqual(['https://docs.rs/serde'])
  expect(await urls({ blocked_domains: ['docs.rs'] })).toEqual(['https://serde.rs/'])
  expect(await urls({ blocked_domains: ['ocs.rs'] })).toHaveLength(2)
  expect(server.seen[1]?.url).toContain('q=serde+site%3Adocs.rs')
  await expect(urls({ allowed_domains: ['a.b'], blocked_domains: ['c.d'] })).rejects.toThrow('not both')
  await expect(urls({ allowed_domains: ['not a domain'] })).rejects.toThrow('Write it as docs.rs.')
})

test.each([
  [401, '{}', 'webSearch.apiKey'],
  [429, '', 'wait before the next one'],
  [302, '', 'answered 302'],
  [200, '<html>', 'webSearch.endpoint'],
])('an endpoint that answers %s %j is an error that says what to do', async (status, body, words) => {
  await using server = await serve(
    (_request, response) => void response.writeHead(status, { location: 'http://127.0.0.1/' }).end(body),
  )
  await expect(search({}, callWith({ searchEndpoint: { endpoint: server.endpoint } }))).rejects.toThrow(words)
})

test('blocks of the search of the provider become results; an endpoint that the person set comes first', async () => {
  const asked: ProviderSearch[] = []
  const blocks: readonly AssistantBlock[] = [
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'serde' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 's',
      content: [
        { type: 'web_search_result', title: 'Serde', url: 'https://serde.rs/', encrypted_content: 'x' },
        { type: 'web_search_result', title: 'Again', url: 'https://serde.rs/' },
      ],
    },
    {
      type: 'text',
      text: 'It is a framework.',
      citations: [{ url: 'https://serde.rs/', cited_text: 'Serde is a framework' }],
    } as AssistantBlock,
  ]
  const web: Partial<Web> = {
    async searchAtProvider(question) {
      asked.push(question)
      return blocks
    },
  }
  const call = callWith(web)
  const { output } = await search({ blocked_domains: ['x.org'] }, call)
  expect(output).toMatchObject({
    results: [{ title: 'Serde', url: 'https://serde.rs/', snippet: 'Serde is a framework' }],
    summary: 'It is a framework.',
  })
  expect(asked).toEqual([{ query: 'serde', blockedDomains: ['x.org'], signal: call.signal }])
  await using server = await serve((_request, response) => void response.end(JSON.stringify({ results })))
  await search({}, callWith({ ...web, searchEndpoint: { endpoint: server.endpoint } }))
  expect([asked.length, server.seen.length]).toEqual([1, 1])
})

test('a failed search of the provider is told', async () => {
  const content = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
  const failed = callWith({ searchAtProvider: async () => [{ type: 'web_search_tool_result', content }] })
  await expect(search({}, failed)).rejects.toThrow('The search failed: max_uses_exceeded.')
  const broken = callWith({
    searchAtProvider: () => Promise.reject(new ModelError('overloaded', verbatim('Too busy.'))),
  })
  await expect(search({}, broken)).rejects.toThrow('The search failed: Too busy. Try again later')
})

test('a reply without a search is an error; one that found nothing says so, whatever its words', async () => {
  const text: AssistantBlock = { type: 'text', text: 'I know that https://made.up/ is right.' }
  const without = callWith({ searchAtProvider: async () => [text] })
  await expect(search({}, without)).rejects.toThrow('The provider answered without searching')
  const nothing = callWith({ searchAtProvider: async () => [EMPTY, text] })
  expect((await search({}, nothing)).text).toBe('Nothing was found. Try other words, or fewer.')
})

test('a session has 200 searches', async () => {
  const call = callWith({ searchAtProvider: async () => [EMPTY] }, { WebSearch: 199 })
  const last = await search({}, call)
  expect([last.output.searchCount, last.text]).toEqual([200, 'Nothing was found. Try other words, or fewer.'])
  await expect(search({}, call)).rejects.toThrow('All 200 searches')
})

test('without any search the tool says so; with one it declares that words leave the machine', async () => {
  await expect(search({}, callWith({}))).rejects.toThrow('No search is available')
  expect(webSearchTool.access({ query: 'q?' }, '/')).toEqual([{ kind: 'web-search', query: 'q?' }])
})
