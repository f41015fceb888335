import { afterEach, expect, test } from 'vitest'
import type { Scenario } from './scenario.ts'
import { type RecordedRequest, type ScenarioServer, type ServeOptions, serveScenario } from './server.ts'

const servers: ScenarioServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const start = async (replies: Scenario['replies'], options?: ServeOptions) => {
  const server = await serveScenario({ replies }, options)
  servers.push(server)
  return server
}
const BODY = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] }
const post = (server: ScenarioServer, body: unknown, path = '/v1/messages') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('without stream the reply is one message', async () => {
  const server = await start([
    { text: 'hello', tool: { name: 'Read', input: { a: 1 }, id: 't' }, usage: { output_tokens: 9 } },
  ])
  const response = await post(server, BODY)
  expect(response.headers.get('request-id')).toBe('req_scripted_0')
  expect(await response.json()).toEqual({
    id: 'msg_scripted_0',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'text', text: 'hello' },
      { type: 'tool_use', id: 't', name: 'Read', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 8, output_tokens: 9, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  })
})

test('a request that breaks a rule is answered as the API would and written down', async () => {
  const server = await start([{ text: 'a' }])
  const response = await post(server, { ...BODY, messages: [{ role: 'assistant', content: 'x' }] })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  expect(server.violations).toEqual(['messages.0.role: the first message must be from the user'])
  expect((await post(server, BODY)).status).toBe(200)
})

test('requests are kept with size, time and body', async () => {
  const heard: RecordedRequest[] = []
  const server = await start([{ text: 'a', repeat: true }], {
    onRequest: request => heard.push(request),
  })
  await (await post(server, BODY)).text()
  expect(heard).toEqual(server.requests)
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]).toMatchObject({ body: BODY, bytes: JSON.stringify(BODY).length, violations: [] })
  expect(server.requests[0]?.receivedAt).toBeLessThanOrEqual(server.requests[0]?.endedAt ?? 0)
})

test('bodies are dropped when asked', async () => {
  const server = await start([{ text: 'a' }], { keepBodies: false })
  await post(server, BODY)
  expect(server.requests[0]?.body).toBeUndefined()
})

test.each([
  ['/v1/other', '{}', 404],
  ['/v1/messages', 'no json', 400],
  ['/v1/messages', '4', 400],
])('%s with %s is answered %s', async (path, body, status) => {
  const server = await start([{ text: 'a' }])
  expect((await post(server, body, path)).status).toBe(status)
})

test('tokens are counted without using a reply up', async () => {
  const server = await start([{ text: 'a' }])
  expect(await (await post(server, BODY, '/v1/messages/count_tokens')).json()).toEqual({ input_tokens: 8 })
  expect((await post(server, BODY)).status).toBe(200)
})

test('closing ends an answer that hangs', async () => {
  const server = await start([{ text: 'a', fault: 'stall' }])
  const response = await post(server, { ...BODY, stream: true })
  const reading = response.text().catch(() => 'cut')
  await server.close()
  expect(await reading).toBe('cut')
  servers.length = 0
})
