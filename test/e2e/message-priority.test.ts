import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line, World } from '../support/run-program.ts'

/** The first turn runs a command that ends when the file `go` is there. */
const opened = (): Promise<World> =>
  openWorldHere({
    replies: [
      {
        tool: { name: 'Bash', input: { command: 'touch begun; until [ -e go ]; do sleep 0.02; done' } },
        when: { lastUserText: 'RUN IT' },
      },
      { text: 'heard', repeat: true },
    ],
  })
const begun = async (world: World, host: ReturnType<typeof hostSession>): Promise<void> => {
  host.ask('RUN IT')
  const { existsSync } = await import('node:fs')
  while (!existsSync(`${world.project}/begun`)) await new Promise(resolve => setTimeout(resolve, 5))
}
const texts = (world: World, at: number): string =>
  JSON.stringify(world.server.requests[at]?.body?.['messages'])
const subtypes = (results: readonly Line[]) => results.map(line => line['terminal_reason'])
const ARGS = ['--allowedTools', 'Bash']

test('a message with priority now interrupts the running turn and goes before what waits', async () => {
  await using world = await opened()
  const host = hostSession(world, ARGS)
  await begun(world, host)
  host.ask('ordinary')
  host.ask('AT ONCE', { priority: 'now' })
  await host.result(3)
  expect(subtypes(host.results())).toEqual(['aborted_tools', 'completed', 'completed'])
  expect([texts(world, 1).includes('AT ONCE'), texts(world, 1).includes('ordinary')]).toEqual([true, false])
  expect(texts(world, 2)).toContain('ordinary')
  await host.finish()
})

test('one with priority next joins the running turn, later and none wait for its end', async () => {
  await using world = await opened()
  const host = hostSession(world, ARGS)
  await begun(world, host)
  host.ask('IN A WHILE', { priority: 'later' })
  host.ask('USUALLY')
  host.ask('AT THE NEXT PAUSE', { priority: 'next' })
  // Lines are served in order: when this is answered, all of them have arrived.
  await host.control('c', { subtype: 'get_session_cost' })
  world.put('go', '')
  await host.result(3)
  const has = (at: number) =>
    ['AT THE NEXT PAUSE', 'IN A WHILE', 'USUALLY'].filter(text => texts(world, at).includes(text))
  expect([has(1), has(2), has(3)]).toEqual([
    ['AT THE NEXT PAUSE'],
    ['AT THE NEXT PAUSE', 'IN A WHILE'],
    ['AT THE NEXT PAUSE', 'IN A WHILE', 'USUALLY'],
  ])
  expect((await host.finish()).code).toBe(0)
})

test('one with priority now or next starts a turn where none runs; a priority that nobody knows is no priority', async () => {
  await using world = await opened()
  const host = hostSession(world, ARGS)
  host.ask('hello', { priority: 'now' })
  await host.result(1)
  host.ask('soon', { priority: 'next' })
  await host.result(2)
  host.ask('again', { priority: 'sometime' })
  await host.result(3)
  expect(subtypes(host.results())).toEqual(['completed', 'completed', 'completed'])
  await host.finish()
})

test('one with priority next is heard in the running turn also where the model has no pause left', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'an answer' }, { text: 'heard' }, { text: 'later' }],
  })
  const wait = 'if [ ! -e begun ]; then touch begun; until [ -e go ]; do sleep 0.02; done; fi'
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: wait }] }] }
  const host = hostSession(world, ['--settings', JSON.stringify({ hooks })])
  await begun(world, host)
  host.ask('AFTERWARDS')
  host.ask('IN THIS TURN', { priority: 'next' })
  await host.control('c', { subtype: 'get_session_cost' })
  world.put('go', '')
  await host.result(2)
  expect(host.results().map(line => [line['result'], line['num_turns']])).toEqual([
    ['heard', 2],
    ['later', 1],
  ])
  const has = (at: number) => ['IN THIS TURN', 'AFTERWARDS'].filter(text => texts(world, at).includes(text))
  expect([has(0), has(1), has(2)]).toEqual([[], ['IN THIS TURN'], ['IN THIS TURN', 'AFTERWARDS']])
  expect((await host.finish()).code).toBe(0)
})

test('a turn that may not go on leaves such a message to the next', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'an answer' }, { text: 'heard' }] })
  const wait = 'if [ ! -e begun ]; then touch begun; until [ -e go ]; do sleep 0.02; done; fi'
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: wait }] }] }
  const host = hostSession(world, ['--max-turns', '1', '--settings', JSON.stringify({ hooks })])
  await begun(world, host)
  host.ask('IN THIS TURN', { priority: 'next' })
  await host.control('c', { subtype: 'get_session_cost' })
  world.put('go', '')
  await host.result(2)
  expect(host.results().map(line => line['result'])).toEqual(['an answer', 'heard'])
  expect((await host.finish()).code).toBe(0)
})
