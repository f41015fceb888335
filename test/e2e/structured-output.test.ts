import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { ofType, resultOf } from '../support/run-program.ts'

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { age: { type: 'integer' } },
  required: ['age'],
  additionalProperties: false,
})
const answer = (input: object) => ({ tool: { name: 'StructuredOutput', input } })

test('--json-schema gives the answer as an object of that schema', async () => {
  await using world = await openWorldHere({ replies: [answer({ age: 7 }), { ...answer({ age: 8 }) }] })
  const ended = await world.stream(['--json-schema', SCHEMA, 'how old?'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ subtype: 'success', structured_output: { age: 7 } })
  expect(ended.lines.find(ofType('system', 'init'))?.['tools']).toContain('StructuredOutput')
  expect(world.server.requests).toHaveLength(1)
  expect(await world.run(['-p', '--json-schema', SCHEMA, 'how old?'])).toMatchObject({
    code: 0,
    stdout: '{"age":8}\n',
  })
})

test('an answer that does not fit, or is no object at all, is asked for again', async () => {
  await using world = await openWorldHere({
    replies: [
      answer({ age: 'seven' }),
      { when: { toolResult: { isError: true, contains: 'age' } }, text: 'Sorry, it is seven.' },
      answer({ age: 7 }),
    ],
  })
  const ended = await world.stream(['--json-schema', SCHEMA, 'how old?'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ structured_output: { age: 7 }, num_turns: 3 })
})

test.each([
  ['never fits', answer({ age: 'seven' })],
  ['never comes', { text: 'It is seven.' }],
])('an answer that %s ends as an error with its own subtype', async (_, reply) => {
  await using world = await openWorldHere({ replies: [{ ...reply, repeat: true }] })
  const ended = await world.stream(['--json-schema', SCHEMA, 'how old?'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'error_max_structured_output_retries',
    terminal_reason: 'structured_output_retry_exhausted',
    is_error: true,
  })
  expect(resultOf(ended)).not.toHaveProperty('structured_output')
  expect(world.server.requests.length).toBeLessThanOrEqual(10)
})

test.each(['{not json', '[]', '"x"', '{"type":"nonsense"}', '{"type":"object","required":"age"}'])(
  'the schema %s is a usage error before any request',
  async schema => {
    await using world = await openWorldHere({ replies: [] })
    const ended = await world.run(['-p', '--json-schema', schema, 'how old?'])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain('--json-schema')
    expect(ended.stderr).not.toMatch(/^\s+at /m)
    expect(world.server.requests).toEqual([])
  },
)
