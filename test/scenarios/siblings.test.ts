import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type World } from '../support/engine-bench.ts'

const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 5))
}
const lastResults = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))

test('a command that exits non-zero costs nothing else that was asked for in the same reply', async () => {
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
  for (const part of ['red', 'first file', 'second file']) expect(results).toContain(part)
  expect([results.includes('Canceled'), existsSync(join(world.dir, 'changed'))]).toEqual([false, true])
})

test('a command that ran into its time limit cancels what may change something after it, and not a look', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    files: { 'a.txt': 'first file' },
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Bash', input: { command: 'touch before' } },
            { name: 'Bash', input: { command: 'cd . && sleep 60', timeout: 20 } },
            { name: 'Read', input: { file_path: 'a.txt' } },
            { name: 'Bash', input: { command: 'touch changed' } },
          ],
        },
        { text: 'done' },
      ],
    },
  })
  await world.ask('go')
  const results = lastResults(world)
  for (const part of ['first file', 'Canceled: Bash before it in the same reply ran into its time limit'])
    expect(results).toContain(part)
  const made = ['before', 'changed'].map(name => existsSync(join(world.dir, name)))
  expect(made).toEqual([true, false])
})

test('a call that the person declines cancels what may change something after it, and says why', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: {
      replies: [
        {
          tools: [
            { name: 'Write', input: { file_path: 'a.txt', content: 'x' } },
            { name: 'Bash', input: { command: 'touch changed' } },
          ],
        },
        { text: 'done' },
      ],
    },
  })
  const asked = world.ask('go')
  const question = () => world.events.find(event => event.type === 'permission_request')
  await until(() => question() !== undefined)
  const event = question()
  if (event?.type !== 'permission_request') throw new Error('nobody asked')
  await world.engine.send({
    type: 'answer_permission',
    id: event.request.id,
    answer: { behavior: 'deny', message: '' },
  })
  await asked
  expect(lastResults(world)).toContain('Canceled: Write before it in the same reply was declined by the user')
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
