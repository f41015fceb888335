import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type World } from '../support/engine-bench.ts'

const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 5))
}
const lastResults = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))

test('a failing command does not cost the reads that were asked for in the same reply', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    files: { 'a.txt': 'first file', 'b.txt': 'second file' },
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Bash', input: { command: 'echo red; touch ran; false' } },
            { name: 'Read', input: { file_path: 'a.txt' } },
            { name: 'Bash', input: { command: 'cat b.txt' } },
            { name: 'Bash', input: { command: 'touch changed' } },
          ],
        },
        { text: 'done' },
      ],
    },
  })
  await world.ask('go')
  const results = lastResults(world)
  for (const part of ['red', 'first file', 'second file', 'Canceled: Bash']) expect(results).toContain(part)
  expect(existsSync(join(world.dir, 'changed'))).toBe(false)
})

test('an interrupt keeps what the command had printed: in the session and in the next request', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'echo half of it; touch begun; exec sleep 60' } } },
        { text: 'I saw it.' },
      ],
    },
  })
  const turn = world.ask('run it')
  await until(() => existsSync(join(world.dir, 'begun')))
  await world.engine.send({ type: 'interrupt' })
  await turn
  const results = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' && event.entry.toolUseResult
      ? [event.entry.toolUseResult]
      : [],
  )
  expect(results).toMatchObject([{ stdout: 'half of it\n', interrupted: true }])
  await world.ask('what did it say?')
  const sent = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(sent).toContain('Interrupted before it finished; its effect may be partial.\\nhalf of it')
  expect(world.model.violations).toEqual([])
})
