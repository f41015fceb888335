import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, ofType, type World } from '../support/run-program.ts'

/** Waits for a file, then asks for attention; once it has done so it is content. */
const UNTIL_GO =
  'if [ -e told ]; then exit 0; fi; while [ ! -e go ]; do sleep 0.02; done; : > told; echo "the build is red" >&2; exit 2'
const waking = (command: string): string =>
  JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', asyncRewake: true, command }] }] } })
const opened = (): Promise<World> =>
  openWorldHere({
    replies: [
      { when: { lastUserText: 'the build is red' }, text: 'I mend it.', repeat: true },
      { text: 'done', repeat: true },
    ],
  })
const results = (lines: readonly Line[]) => lines.filter(ofType('result')).map(line => line['result'])

test('a hook with asyncRewake gives a session of a host a turn while its input is open', async () => {
  await using world = await opened()
  const host = hostSession(world, ['--settings', waking(UNTIL_GO)])
  host.ask('hello')
  await host.result(1)
  writeFileSync(join(world.project, 'go'), '')
  expect((await host.result(2))['result']).toBe('I mend it.')
  expect((await host.finish()).code).toBe(0)
  expect(results(host.program.lines)).toEqual(['done', 'I mend it.'])
})

test('after the end of its input the hook is still waited for', async () => {
  await using world = await opened()
  const host = hostSession(world, ['--settings', waking(UNTIL_GO)])
  host.ask('hello')
  await host.result(1)
  host.program.hangUp()
  writeFileSync(join(world.project, 'go'), '')
  expect((await host.program.ended).code).toBe(0)
  expect(results(host.program.lines)).toEqual(['done', 'I mend it.'])
})

test('a run with -p waits for it: the next result is the last', async () => {
  await using world = await opened()
  const program = world.start([
    '-p',
    '--output-format',
    'stream-json',
    '--settings',
    waking(UNTIL_GO),
    '--',
    'hello',
  ])
  await program.line(ofType('result'))
  writeFileSync(join(world.project, 'go'), '')
  const ended = await program.ended
  expect([ended.code, results(ended.lines)]).toEqual([0, ['done', 'I mend it.']])
})

test('a run with -p that waited long enough says which hook it gave up', async () => {
  await using world = await opened()
  const ended = await world.run(
    [
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      '--settings',
      waking('exec sleep 300'),
      '--',
      'hello',
    ],
    { env: { CAPSTAN_PRINT_BG_WAIT_CEILING_MS: '50' } },
  )
  expect([ended.code, results(ended.lines)]).toEqual([0, ['done']])
  expect(ended.lines.at(-1)).toMatchObject({
    level: 'warning',
    content: expect.stringMatching(/^Still running after 0 s and stopped: `exec sleep 300` \(Stop hook/),
  })
})

test('a hook that never is content wakes the model a bounded number of times, and that is said', async () => {
  await using world = await opened()
  const ended = await world.run([
    ...['-p', '--output-format', 'stream-json', '--verbose', '--settings'],
    ...[waking('echo "the build is red" >&2; exit 2'), '--', 'hello'],
  ])
  expect(ended.code).toBe(0)
  expect(results(ended.lines)).toHaveLength(11)
  expect(JSON.stringify(ended.lines)).toContain('has woken the model 10 times in a row')
})
