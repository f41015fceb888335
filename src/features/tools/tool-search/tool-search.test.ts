import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import { toolSearchTool } from './tool-search.ts'

const spec = (name: string): ToolSpec => ({
  name,
  description: `${name} does it.`,
  input_schema: {},
  deferred: { hint: 'part of the machine' },
})
const call = (...names: readonly string[]) => makeToolCall({ deferred: names.map(spec) })

test('select: loads what is named, whatever its case, and names what is not there', async () => {
  const { output, text } = await runTool(
    toolSearchTool,
    { query: 'select:taskget, B,Nope' },
    call('A', 'B', 'TaskGet'),
  )
  expect(output).toEqual({
    query: 'select:taskget, B,Nope',
    matches: ['TaskGet', 'B'],
    unknown: ['Nope'],
    total_deferred_tools: 3,
    definitions: [
      { name: 'TaskGet', text: '{"name":"TaskGet","description":"TaskGet does it.","input_schema":{}}' },
      { name: 'B', text: '{"name":"B","description":"B does it.","input_schema":{}}' },
    ],
  })
  expect(text).toContain('Loaded: TaskGet, B. Call them from now on like any other tool. Not found: Nope.')
  expect(toolSearchTool.show(output).some(block => 'definesTool' in block)).toBe(false)
})

test('words find at most five, or fewer when asked', async () => {
  const many = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  const find = async (input: object) =>
    (await runTool(toolSearchTool, { query: 'machine', ...input }, call(...many))).output.matches
  expect(await find({})).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(await find({ max_results: '2' })).toEqual(['A', 'B'])
  expect(await find({ max_results: 20 })).toHaveLength(5)
})

test('what is found is loaded', async () => {
  const { deferredTools, ...rest } = call('A', 'B')
  const loaded: (readonly string[])[] = []
  const load = (names: readonly string[]) => {
    loaded.push(names)
    return deferredTools.load(names)
  }
  const { output } = await runTool(
    toolSearchTool,
    { query: 'select:B' },
    { ...rest, deferredTools: { ...deferredTools, load } },
  )
  expect(loaded).toEqual([['B']])
  expect(toolSearchTool.show(output)).toEqual([
    { type: 'text', text: 'Loaded: B. Call it from now on like any other tool.' },
    {
      type: 'text',
      text: '{"name":"B","description":"B does it.","input_schema":{}}',
      definesTool: 'B',
    },
  ])
})

test('one that joins the tools is not defined twice', async () => {
  const { deferredTools, ...rest } = call('B')
  const load = (names: readonly string[]) =>
    deferredTools.load(names).map(each => ({ ...each, inTools: true }))
  const { text } = await runTool(
    toolSearchTool,
    { query: 'select:B' },
    { ...rest, deferredTools: { ...deferredTools, load } },
  )
  expect(text).toBe('Loaded: B. Call it from now on like any other tool.')
})

test.each([
  ['select:TaskGte', 'No deferred tool is named TaskGte. Did you mean TaskGet? Deferred: TaskGet.'],
  ['select:Read', 'Tools in your list are loaded already: call them directly.'],
  ['select:', 'No deferred tool matches "select:".'],
  ['weather', 'No deferred tool matches "weather". Deferred: TaskGet.'],
])('the query %j is answered with what would be right: %s', async (query, message) => {
  await expect(runTool(toolSearchTool, { query }, call('TaskGet'))).rejects.toThrow(message)
})
