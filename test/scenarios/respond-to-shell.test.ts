import { expect, test } from 'vitest'
import { createWorld, type World } from '../support/engine-bench.ts'

const open = (respond: boolean) =>
  createWorld({
    scenario: { replies: [{ text: 'Seven files.' }] },
    config: ({ shell }) => ({ shell: { ...shell, respond } }),
  })
const run = (world: World, command: string): Promise<void> =>
  world.engine.send({ type: 'shell', command, id: crypto.randomUUID() })

test('the model answers to a command of the person where they want that', async () => {
  await using world = await open(true)
  await run(world, 'echo seven')
  await expect.poll(() => world.events.some(({ type }) => type === 'turn_ended')).toBe(true)
  const [request] = world.model.requests
  const sent = JSON.stringify(request?.messages)
  expect(sent).toContain('<bash-input>echo seven</bash-input>')
  expect(sent).toContain('Answer to what it gave')
  expect(world.model.requests).toHaveLength(1)
})

test('else the result only joins the conversation', async () => {
  await using world = await open(false)
  await run(world, 'echo seven')
  await new Promise(resolve => setImmediate(resolve))
  expect(world.model.requests).toEqual([])
})
