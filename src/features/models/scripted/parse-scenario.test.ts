import { expect, test } from 'vitest'
import { parseScenario, ScenarioError } from './parse-scenario.ts'

test('YAML and JSON give the same scenario, short faults in full', async () => {
  const yaml = `
name: demo
chunkMs: 5
replies:
  - when: { lastUserText: /fix/i }
    thinking: hm
    text: I look.
    tool: { name: Read, input: { file_path: a.ts } }
    at: [10, 20, 30]
  - fault: stall
  - fault: { status: 529, retryAfter: 2 }
    times: 3
  - { fault: { kind: reset, afterBlocks: 1 }, text: x, repeat: true }
`
  const expected = {
    name: 'demo',
    chunkMs: 5,
    replies: [
      {
        when: { lastUserText: '/fix/i' },
        thinking: 'hm',
        text: 'I look.',
        tool: { name: 'Read', input: { file_path: 'a.ts' } },
        at: [10, 20, 30],
      },
      { fault: { kind: 'stall' } },
      { fault: { kind: 'status', status: 529, retryAfter: 2 }, times: 3 },
      { fault: { kind: 'reset', afterBlocks: 1 }, text: 'x', repeat: true },
    ],
  }
  expect(await parseScenario(yaml, 'a.yaml')).toEqual(expected)
  expect(await parseScenario(JSON.stringify(expected), 'a.json')).toEqual(expected)
})

test.each([
  ['replies: []', 'replies'],
  ['name: x', 'replies'],
  ['replies: [{ txt: hi }]', 'replies[0]'],
  ['replies: [{ text: 4 }]', 'replies[0].text'],
  ['replies: [{ fault: explode }]', 'replies[0].fault'],
  ['replies: [{ fault: { status: 200 } }]', 'replies[0].fault.status'],
  ['replies: [{ text: a, content: [{ type: text, text: b }] }]', 'replies[0].content'],
  ['replies: [{ text: a, when: { tool: x } }]', 'replies[0].when'],
  ['just words', 'the whole file'],
])('%s is refused, naming %s', async (text, place) => {
  const error = await parseScenario(text, 's.yaml').catch((each: unknown) => each)
  expect(error).toBeInstanceOf(ScenarioError)
  expect((error as Error).message).toContain(`\n  ${place}: `)
  expect((error as Error).message).toContain('s.yaml')
})

test('text that is neither YAML nor JSON is refused', async () => {
  await expect(parseScenario('a: [', 's.yaml')).rejects.toThrow(/neither YAML nor JSON/)
})
