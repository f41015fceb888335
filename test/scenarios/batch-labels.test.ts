import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createWorld } from '../support/engine-bench.ts'

const look = (id: string, command: string) =>
  ({ type: 'tool_use', id, name: 'Bash', input: { command } }) as const
const replies: Scenario['replies'] = [
  { when: { model: 'haiku' }, text: 'Counted twice.', repeat: true },
  { content: [look('a', 'seq 3'), look('b', 'seq 4')] },
  { content: [look('c', 'seq 5')] },
  { text: 'done' },
]

test('a finished group of calls gets a label beside the next request; a single call gets none', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: () => ({ asides: { suggestions: false, labels: true } }),
    scenario: { replies },
  })
  expect((await world.ask('count')).report.text).toBe('done')
  const labels = () => world.events.filter(event => event.type === 'batch_label')
  await expect.poll(labels).toEqual([{ type: 'batch_label', toolUseIds: ['a', 'b'], text: 'Counted twice' }])
  expect(world.model.requests.filter(({ source }) => source === 'batch-label')).toHaveLength(1)
  expect((await world.engine.query('cost')).bySource?.background?.requests).toBe(1)
})

test('without the setting nobody is asked', async () => {
  await using world = await createWorld({ allow: ['Bash'], scenario: { replies } })
  await world.ask('count')
  expect(new Set(world.model.requests.map(({ source }) => source))).toEqual(new Set(['main']))
})
