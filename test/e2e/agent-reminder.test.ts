import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const guard = {
  description: 'Guards',
  prompt: 'You guard.',
  criticalSystemReminder_EXPERIMENTAL: 'NEVER TOUCH main',
}
const opened = () =>
  openWorldHere({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'READ IT' } },
      { text: 'done', repeat: true },
    ],
  })
const times = (world: World) =>
  world.server.requests.map(
    ({ body }) => JSON.stringify(body?.['messages']).split('NEVER TOUCH main').length - 1,
  )

test('the reminder of an agent of the command line goes with each request of the conversation that is it', async () => {
  await using world = await opened()
  world.put('a.txt', 'hello\n')
  const agents = JSON.stringify({ guard })
  const ended = await world.run(['-p', '--agents', agents, '--agent', 'guard', '--', 'READ IT'])
  expect([ended.code, times(world)]).toEqual([0, [1, 2]])
})

test('so does that of an agent which a host defines', async () => {
  await using world = await opened()
  world.put('a.txt', 'hello\n')
  const host = hostSession(world, ['--agent', 'guard'])
  await host.control('i', { subtype: 'initialize', agents: { guard } })
  host.ask('READ IT')
  await host.result(1)
  await host.finish()
  expect(times(world)).toEqual([1, 2])
})
