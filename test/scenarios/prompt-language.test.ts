import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'

test.each([
  ['zh', /你在代码库中快速查找/],
  ['en', /You find things in a code base/],
] as const)('a built-in agent speaks the language of the prompt: %s', async (promptLanguage, words) => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tool: {
            name: 'Agent',
            input: { description: 'look', prompt: 'SUBTASK', subagent_type: 'Explore' },
          },
          when: { lastUserText: 'GO' },
        },
        { text: 'seen', when: { lastUserText: 'SUBTASK' } },
        { text: 'Done.' },
      ],
    },
    config: () => ({ prompt: { promptLanguage } }),
  })
  await world.ask('GO')
  const [, child] = world.model.requests
  expect(child?.system.map(({ text }) => text).join('\n')).toMatch(words)
})
