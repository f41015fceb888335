import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { createStructuredOutputTool } from './structured-output.ts'

const schema = {
  type: 'object',
  properties: { name: { type: 'string', format: 'email' }, kind: { enum: ['a', 'b'] } },
  required: ['name'],
  additionalProperties: false,
}

test('an input that fits is the output', async () => {
  const tool = await createStructuredOutputTool(schema)
  const { output } = await runTool(tool, { name: 'no address', kind: 'a' }, makeToolCall())
  expect(output).toEqual({ structured_output: { name: 'no address', kind: 'a' } })
})

test('every error is told with its path', async () => {
  const tool = await createStructuredOutputTool(schema)
  await expect(runTool(tool, { name: 1, kind: 'c', more: 1 }, makeToolCall())).rejects.toThrow(
    'The output does not fit the schema:\n- / must NOT have additional properties (more)\n- /name must be string\n- /kind must be equal to one of the allowed values: ["a","b"]',
  )
})

test.each([
  [{ type: 'object', properties: { t: { type: 'array', items: [{ type: 'string' }] } } }],
  [{ type: 'object', properties: { t: { prefixItems: [{ type: 'string' }] } } }],
  [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { t: { prefixItems: [{ type: 'string' }] } },
    },
  ],
  [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { t: { items: [{ type: 'string' }] } },
    },
  ],
])('tuples of both drafts are checked: %j', async tuple => {
  const tool = await createStructuredOutputTool(tuple)
  await expect(runTool(tool, { t: [1] }, makeToolCall())).rejects.toThrow('/t/0 must be string')
})

test.each([
  [{ type: 'object', properties: { a: { type: 'nonsense' } } }, /not valid/],
  [{ type: 'object', properties: { a: { $ref: 'https://example.org/x' } } }, /not valid/],
  [{ type: 'array' }, /"type": "object"/],
  [[] as never, /must be a JSON object/],
])('the schema %j is refused when the tool is made', async (bad, message) => {
  await expect(createStructuredOutputTool(bad)).rejects.toMatchObject({
    kind: 'invalid_schema',
    message: expect.stringMatching(message),
  })
})
