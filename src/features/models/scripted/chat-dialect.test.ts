import { afterEach, expect, test } from 'vitest'
import type { Scenario } from './scenario.ts'
import { type ScenarioServer, serveScenario } from './server.ts'

const servers: ScenarioServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const ask = async (replies: Scenario['replies'], body: object) => {
  const server = await serveScenario({ replies })
  servers.push(server)
  const url = `${server.url}/v1/chat/completions`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) })
  return { server, response, text: await response.text() }
}

const HISTORY = [
  { role: 'system', content: 'be brief' },
  { role: 'user', content: [{ type: 'text', text: 'read both' }] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'Read', arguments: '{"p":1}' } },
      { id: 'c2', type: 'function', function: { name: 'Grep', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'first' },
  { role: 'tool', tool_call_id: 'c2', content: 'second' },
]
const TOOLS = [
  { type: 'function', function: { name: 'Read', description: 'd', parameters: { type: 'object' } } },
]

test('a reply streams as chunks and ends with DONE', async () => {
  const reply = { thinking: 'hm', text: 'hello', tools: [{ name: 'Read', input: { a: 1 }, id: 'c9' }] }
  const { text } = await ask([reply], {
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
    tools: TOOLS,
  })
  const frames = text
    .trim()
    .split('\n\n')
    .map(line => line.replace(/^data: /, ''))
  const deltas = frames.slice(0, -1).map(frame => JSON.parse(frame).choices[0])
  expect(frames.at(-1)).toBe('[DONE]')
  expect(deltas.map(choice => choice.delta)).toEqual([
    { role: 'assistant', content: '' },
    { reasoning_content: 'hm' },
    { content: 'hello' },
    { tool_calls: [{ index: 0, id: 'c9', type: 'function', function: { name: 'Read', arguments: '' } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] },
    {},
  ])
  expect(deltas.at(-1).finish_reason).toBe('tool_calls')
})

test('tool results, system and tools are understood, and the reply comes whole', async () => {
  const when = { toolResult: { tool: 'Grep', contains: 'second' }, system: 'brief' }
  const { text, server } = await ask([{ when, text: 'both read' }], { messages: HISTORY, tools: TOOLS })
  expect(server.violations).toEqual([])
  expect(JSON.parse(text)).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'both read' }, finish_reason: 'stop' }],
    usage: { completion_tokens: expect.any(Number) },
  })
})

test('a call that was not answered is a violation in this dialect too', async () => {
  const { response, server } = await ask([{ text: 'a' }], { messages: HISTORY.slice(0, -1) })
  expect(response.status).toBe(400)
  expect(server.violations).toEqual([expect.stringContaining('tool_use c2 has no tool_result')])
})

test('faults have the same status', async () => {
  const { response } = await ask([{ fault: { kind: 'status', status: 429, retryAfter: 2 } }], {
    messages: [{ role: 'user', content: 'hi' }],
  })
  expect({ status: response.status, wait: response.headers.get('retry-after') }).toEqual({
    status: 429,
    wait: '2',
  })
})
