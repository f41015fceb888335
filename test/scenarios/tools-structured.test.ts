import { expect, test } from 'vitest'
import { createToolbox, readToolSpecs, structuredTool } from '../../src/host/tools/toolbox.ts'
import { createWorld, type WorldOptions } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

const SCHEMA = {
  type: 'object',
  properties: { kind: { enum: ['bug', 'wish'] }, lines: { type: 'array', items: { type: 'integer' } } },
  required: ['kind', 'lines'],
  additionalProperties: false,
}
const worldWith = async (scenario: WorldOptions['scenario']) => {
  const structured = await structuredTool(JSON.stringify(SCHEMA))
  const specs = await readToolSpecs()
  return createWorld({
    scenario,
    config: () => ({ tools: createToolbox(specs, { denied: [], structured }) }),
  })
}
const answer = (input: object) => ({ tool: { name: 'StructuredOutput', input } })

test('StructuredOutput: a model that invents a value, leaves one out and adds one is told each with its place', async () => {
  await using world = await worldWith({
    replies: [
      answer({ kind: 'defect', line: 3 }),
      {
        ...answer({ kind: 'bug', lines: ['3'] }),
        when: {
          toolResult: {
            contains: /required property 'lines'[\s\S]*\(line\)[\s\S]*\/kind .*\["bug","wish"\]/,
          },
        },
      },
      {
        ...answer({ kind: 'bug', lines: [3] }),
        when: { toolResult: { contains: '/lines/0 must be integer', isError: true } },
      },
    ],
  })
  const end = await world.ask('what is it?')
  expect([end.terminal.kind, end.report.structuredOutput]).toEqual(['completed', { kind: 'bug', lines: [3] }])
  expect(toolResults(world.model.requests).map(result => result.isError)).toEqual([true, true])
})

test.each([
  ['does not fit', answer({ kind: 'defect' }), 5],
  ['does not come', { text: 'It is a bug.' }, 6],
])('an answer that %s is given up after the fifth time', async (_name, reply, requests) => {
  await using world = await worldWith({ replies: [{ ...reply, repeat: true }] })
  const end = await world.ask('what is it?')
  expect([end.terminal.kind, world.model.requests.length]).toEqual(['structured_output_failed', requests])
  expect(end.report.structuredOutput).toBeUndefined()
})
