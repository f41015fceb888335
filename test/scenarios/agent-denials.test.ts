import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'

test('calls of agents that were not allowed are in the report of the turn that used them, once', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tool: { name: 'Agent', input: { description: 'd', prompt: 'WORK now' } },
          when: { lastUserText: 'GO' },
        },
        {
          tool: { name: 'Write', input: { file_path: 'made', content: 'x' } },
          when: { lastUserText: 'WORK now' },
        },
        { text: 'I could not.', when: { toolResult: { tool: 'Write' } } },
        { text: 'ok', repeat: true },
      ],
    },
    config: config => ({ permissions: { ...config.permissions, canAsk: false } }),
  })
  await world.ask('GO')
  await world.ask('again')
  const denials = world.events.flatMap(event =>
    event.type === 'turn_ended' && event.agent === undefined ? [event.report.denials] : [],
  )
  expect(denials.map(each => each.map(({ tool_name }) => tool_name))).toEqual([['Write'], []])
})
