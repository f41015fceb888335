import { expect, test } from 'vitest'
import { describeTool } from './describe.ts'
import { toolLoaders } from './index.ts'

const specs = () => Promise.all(Object.values(toolLoaders).map(async load => describeTool(await load())))

test('every loader gives the tool of its name', async () => {
  expect((await specs()).map(spec => spec.name)).toEqual(Object.keys(toolLoaders))
})

test('a definition is a plain object schema without empty bounds', async () => {
  const read = (await specs()).find(spec => spec.name === 'Read')
  expect(read?.input_schema).toEqual({
    type: 'object',
    properties: {
      file_path: {
        type: 'string',
        minLength: 1,
        description: 'Absolute, or relative to the working directory',
      },
      offset: { type: 'integer', minimum: 0, description: 'First line, from 1' },
      limit: { type: 'integer', minimum: 1, description: 'Number of lines' },
      pages: { type: 'string', description: 'PDF pages: "1-5"' },
    },
    required: ['file_path'],
    additionalProperties: false,
  })
})

test('a deferred tool says in a few words what it is for', async () => {
  for (const { deferred } of await specs())
    if (deferred) expect(deferred.hint.split(' ').length).toBeLessThanOrEqual(10)
})

test('the tools that are always loaded are those of the specification', async () => {
  const always = (await specs()).filter(spec => !spec.deferred).map(spec => spec.name)
  const wanted = [
    'AskUserQuestion',
    'Bash',
    'Edit',
    'Glob',
    'Grep',
    'Read',
    'TodoWrite',
    'ToolSearch',
    'WebFetch',
    'Write',
  ]
  expect(wanted).toEqual(expect.arrayContaining(always))
})

test('slips are forgiven, unknown keys dropped, nonsense refused', async () => {
  const grep = await toolLoaders['Grep']!()
  expect(grep.input.parse({ pattern: 'x', '-i': 'true', '-A': ' 3 ', path: null, nonsense: 1 })).toEqual({
    pattern: 'x',
    '-i': true,
    '-A': 3,
  })
  for (const bad of [
    {},
    { pattern: 5 },
    { pattern: 'x', '-A': 'three' },
    { pattern: 'x', '-i': 'yes' },
    null,
    'x',
    [],
  ])
    expect(grep.input.safeParse(bad).success).toBe(false)
})
