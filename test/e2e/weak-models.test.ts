import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { openWorldHere } from '../support/run-here.ts'
import { resultOf, type World } from '../support/run-program.ts'

/** A server on this machine that speaks chat completions, with one model. */
const writeLocal = (world: World, facts: object = {}): void => {
  const model = { id: 'm', window: 16_000, maxOutput: 4096, price: { input: 0, output: 0 }, ...facts }
  const providers = { house: { protocol: 'openai-chat', baseUrl: `${world.server.url}/v1`, models: [model] } }
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ providers }))
}

const CART = `export const total = (price, quantity) => {
  if (quantity > 10) return price * quantity * 0.9
  return price * quantity
}
`
const CHECK = `import assert from 'node:assert'
import { test } from 'node:test'
import { total } from './cart.js'
test('ten are cheaper', () => assert.equal(total(1, 10), 9))
`

const run = async (replies: Scenario['replies'], facts: object = {}) => {
  await using world = await openWorldHere({ replies })
  writeLocal(world, facts)
  world.put('cart.js', CART)
  world.put('cart.test.js', CHECK)
  world.put('package.json', '{"type":"module"}')
  const ended = await world.stream([
    '--model',
    'house/m',
    '--allowedTools',
    'Bash,Edit,Read',
    '--',
    'Fix the failing test.',
  ])
  return {
    code: ended.code,
    said: resultOf(ended)['result'],
    cart: readFileSync(join(world.project, 'cart.js'), 'utf8'),
    requests: world.server.requests.map(({ body, bytes }) => ({ text: JSON.stringify(body), bytes })),
    violations: world.server.violations,
    stdout: ended.stdout,
  }
}

const WEAK: Scenario['replies'] = [
  // Another harness's name, its way of giving commands, and the quotes of another language.
  { tool: { name: 'shell', input: "{'command': ['bash', '-lc', 'node --test'],}" } },
  { text: 'I will now read the file. '.repeat(800) },
  { tool: { name: 'read_file', input: '```json\n{"path": "cart.js", "limit": "40"}\n```' } },
  {
    text: 'The comparison is wrong, so I fix it:\n<tool_call>\n{"name": "Edit", "arguments": {"file_path": "cart.js", "old_str": "quantity > 10", "new_str": "quantity >= 10"}}\n</tool_call>\nThat should do.',
  },
  { tool: { name: 'Bash', input: '{"command": "node --test"' } },
  { text: 'Fixed: ten items get the discount now.' },
]

test('a weak model (bad JSON, wrong names, prose around calls, endless repetition) still finishes the demo task', async () => {
  const { code, said, cart, requests, violations, stdout } = await run(WEAK)
  expect({ code, said, violations }).toEqual({
    code: 0,
    said: 'Fixed: ten items get the discount now.',
    violations: [],
  })
  expect(cart).toContain('quantity >= 10')
  expect(stdout).toContain('The model repeated itself; its reply was cut short.')
  const last = requests.at(-1)?.text ?? ''
  for (const told of [
    'the tool is called Bash; command is a string',
    'said the same again and again',
    'the tool is called Read; path is called file_path; limit is a number',
    'old_str is called old_string; new_str is called new_string',
    'was not valid JSON (no \\"}\\" at the end)',
  ])
    expect(last).toContain(told)
  // What was cut does not come back as what the model has to read.
  expect(last.split('I will now read the file.').length).toBeLessThan(200)
})

const WRITTEN: Scenario['replies'] = [
  {
    text: '<think>Tests first.</think>\nI run the tests.\n```json\n{"name": "Bash", "arguments": {"command": "node --test"}}\n```',
  },
  {
    text: '<tool_call>\n<function=Read>\n<parameter=file_path>\ncart.js\n</parameter>\n</function>\n</tool_call>',
  },
  {
    text: '<tool_call>\n{"name": "Edit", "arguments": {"file_path": "cart.js", "old_string": "quantity > 10", "new_string": "quantity >= 10"}}\n</tool_call>',
  },
  { text: 'The condition is changed.' },
]

test('a model without tools of its own calls them in writing and finishes the demo task', async () => {
  const { code, said, cart, requests } = await run(WRITTEN, { tools: 'text' })
  expect({ code, said }).toEqual({ code: 0, said: 'The condition is changed.' })
  expect(cart).toContain('quantity >= 10')
  expect(requests.every(({ text }) => !text.includes('"tools":'))).toBe(true)
  expect(requests[1]?.text).toContain('<tool_response>')
  // Its thoughts are not sent back.
  expect(requests[1]?.text).not.toContain('Tests first.')
})

const SCHEMA = '{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}'
const ANSWER: Scenario['replies'] = [{ tool: { name: 'StructuredOutput', input: { count: 3 } } }]
const IN_TEXT: Scenario['replies'] = [
  { text: '<tool_call>\n{"name": "StructuredOutput", "arguments": {"count": 3}}\n</tool_call>' },
]

test.each([
  ['openai-chat', '/v1', {}, ANSWER],
  ['openai-chat', '/v1', { tools: 'text' }, IN_TEXT],
  ['openai-responses', '/v1', {}, ANSWER],
  ['gemini', '', {}, ANSWER],
])('a structured answer is given over %s%s with %o', async (protocol, path, facts, replies) => {
  await using world = await openWorldHere({ replies })
  const models = [{ id: 'm', window: 200_000, maxOutput: 4096, ...facts }]
  const providers = { house: { protocol, baseUrl: `${world.server.url}${path}`, models } }
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ providers }))
  const ended = await world.stream(['--model', 'house/m', '--json-schema', SCHEMA, '--', 'count'])
  expect(resultOf(ended)).toMatchObject({ subtype: 'success', structured_output: { count: 3 } })
})

test('the first request to a model with a small window is at most 2,000 tokens, and its output fits', async () => {
  for (const facts of [{ window: 8192 }, { window: 8192, tools: 'text' }]) {
    const { requests } = await run([{ text: 'ok' }], facts)
    const [first] = requests
    expect(Math.ceil((first?.bytes ?? 0) / 4)).toBeLessThanOrEqual(2_000)
    expect(JSON.parse(first?.text ?? '{}')).toMatchObject({ max_tokens: 2048 })
  }
})
