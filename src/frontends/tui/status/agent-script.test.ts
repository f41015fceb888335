import { expect, test } from 'vitest'
import { agentInput, agentRowsIn } from './agent-script.ts'

test('rows are JSON lines; what could act on the terminal goes, and what is none is passed over', () => {
  const output = [
    '{"id":"a","content":"\\u001b[31mred\\u001b[39m\\u001b[2J"}',
    'note',
    '{"id":"b","content":""}',
    '{"id":3,"content":"x"}',
    '[]',
  ].join('\n')
  expect(agentRowsIn(output)).toEqual({ a: expect.stringContaining('red'), b: '' })
  expect(agentRowsIn(output)['a']).not.toContain('[2J')
})

test('a program reads the agents by the names it knows', () => {
  const agent = { id: 'a', name: 'look', startedAt: 5, tools: 1, tokens: 70 }
  expect(agentInput([agent], 80)).toEqual({
    columns: 80,
    tasks: [
      {
        id: 'a',
        name: 'look',
        type: 'agent',
        status: 'running',
        description: '',
        label: 'look',
        startTime: 5,
        tokenCount: 70,
      },
    ],
  })
})
