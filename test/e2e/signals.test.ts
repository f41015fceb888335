import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../support/is-alive.ts'
import { longText } from '../support/long-text.ts'
import { heldHere } from '../support/run-here.ts'
import { eventually, ofType, openWorld, PROGRAM, resultOf, type World } from '../support/run-program.ts'

/** A tool that says where it runs and then stays; the number of its process is in the file. */
const sleeper = {
  replies: [
    { tool: { name: 'Bash', input: { command: 'sleep 300 & echo $! > child; echo $$ > shell; wait' } } },
    { text: 'after' },
  ],
}
const STREAM = ['-p', '--output-format', 'stream-json', '--allowedTools', 'Bash', '--', 'hello']

const pidIn = (world: World, name: string): number => {
  const path = join(world.project, name)
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s in a tool: exit %i, nothing left running, a history that goes on', async (signal, code) => {
  await using world = await openWorld(sleeper)
  const program = world.start(STREAM)
  await eventually(() => pidIn(world, 'shell') > 0, program)
  program.child.kill(signal)
  const ended = await program.ended
  expect(ended).toMatchObject({ code, signal: null })
  expect(ended.stderr).not.toMatch(/^\s+at /m)
  expect(resultOf(ended)).toMatchObject({
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason: 'aborted_tools',
  })
  await eventually(() => !isAlive(pidIn(world, 'child')) && !isAlive(pidIn(world, 'shell')))
  expect(await heldHere(world).run(['-p', '--continue', 'go on'])).toMatchObject({
    code: 0,
    stdout: 'after\n',
  })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s in the stream: exit %i and a history that goes on', async (signal, code) => {
  await using world = await openWorld({
    replies: [{ text: 'a story', fault: { kind: 'stall', afterEvents: 3 } }, { text: 'after' }],
  })
  const program = world.start(['-p', '--output-format', 'stream-json', '--include-partial-messages', 'hello'])
  await program.line(ofType('stream_event'))
  program.child.kill(signal)
  expect(await program.ended).toMatchObject({ code })
  expect(await heldHere(world).run(['-p', '--continue', 'go on'])).toMatchObject({
    code: 0,
    stdout: 'after\n',
  })
})

test('SIGINT while it waits for the next try ends at once', async () => {
  await using world = await openWorld({
    replies: [{ fault: { kind: 'status', status: 529, retryAfter: 200 }, repeat: true }],
  })
  const program = world.start(['-p', 'hello'])
  await program.stderr('Retrying in')
  program.child.kill('SIGINT')
  expect(await program.ended).toMatchObject({ code: 130, stdout: '' })
})

test('SIGINT while it waits for piped input ends it', async () => {
  await using world = await openWorld(sleeper)
  const program = world.start(['-p', '--debug-file', join(world.root, 'log')], { input: 'keep' })
  program.child.stdin.write('a beginning')
  // The handler is in place before stdin is read; until then the default action ends the process as well.
  await new Promise(resolve => setTimeout(resolve, 300))
  program.child.kill('SIGINT')
  const ended = await program.ended
  expect(ended.code === 130 || ended.signal === 'SIGINT').toBe(true)
  expect(world.server.requests).toEqual([])
})

test('a second SIGINT does not wait for anything', async () => {
  await using world = await openWorld({
    replies: [
      {
        tool: { name: 'Bash', input: { command: 'trap "" TERM INT; echo $$ > shell; sleep 300; sleep 300' } },
      },
    ],
  })
  const program = world.start(STREAM)
  await eventually(() => pidIn(world, 'shell') > 0, program)
  // Two that come at once may count as one: more follow until it is gone.
  const again = setInterval(() => program.child.kill('SIGINT'), 20)
  const ended = await program.ended
  clearInterval(again)
  expect(ended.code).toBe(130)
  if (isAlive(pidIn(world, 'shell'))) process.kill(-pidIn(world, 'shell'), 'SIGKILL')
})

test('a reader that takes one line and goes ends the run without a word, with 141', async () => {
  await using world = await openWorld({ replies: [{ text: 'word '.repeat(2000), chunkMs: 1 }] })
  const ended = await world.run([], {
    command: [
      '/bin/bash',
      '-c',
      '"$@" | head -1; echo "code ${PIPESTATUS[0]}" >&2',
      'pipe',
      process.execPath,
      PROGRAM,
      '-p',
      '--output-format',
      'stream-json',
      '--include-partial-messages',
      'hello',
    ],
  })
  expect(ended.lines).toMatchObject([{ type: 'system', subtype: 'init' }])
  expect(ended.stderr).toBe('code 141\n')
})

test('stdout and stderr may be closed from the start', async () => {
  await using world = await openWorld({ replies: [{ text: 'hello', repeat: true }] })
  const shell = (redirect: string): [string, ...string[]] => [
    '/bin/bash',
    '-c',
    `exec "$@" ${redirect}`,
    'closed',
    process.execPath,
    PROGRAM,
  ]
  expect(await world.run(['-p', 'a'], { command: shell('2>&-') })).toMatchObject({
    code: 0,
    stdout: 'hello\n',
  })
  const silent = await world.run(['-p', 'a'], { command: shell('>&-') })
  expect(silent.signal).toBeNull()
  expect(silent.stderr).not.toMatch(/^\s+at /m)
  expect(await world.run(['-p', 'a'], { command: shell('>/dev/full') })).toMatchObject({ signal: null })
})

test('a host that closes its end of stdout but not stdin does not keep the program', async () => {
  await using world = await openWorld({ replies: [{ text: 'word '.repeat(200), chunkMs: 5, repeat: true }] })
  const host = [
    '-p',
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--include-partial-messages',
  ]
  const program = world.start(host, { input: 'keep' })
  program.say({ type: 'user', message: { role: 'user', content: 'a' } })
  await program.line(ofType('stream_event'))
  program.child.stdout.destroy()
  const ended = await program.ended
  expect(ended.signal).toBeNull()
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})

test('SIGINT with json output still prints the one result', async () => {
  await using world = await openWorld(sleeper)
  const program = world.start(['-p', '--output-format', 'json', '--allowedTools', 'Bash', '--', 'hello'])
  await eventually(() => pidIn(world, 'shell') > 0, program)
  program.child.kill('SIGINT')
  const ended = await program.ended
  expect(ended.code).toBe(130)
  expect(resultOf(ended)).toMatchObject({ terminal_reason: 'aborted_tools' })
})

test('a terminal that hangs up takes what runs along', async () => {
  await using world = await openWorld(sleeper)
  const program = world.start(STREAM)
  await eventually(() => pidIn(world, 'shell') > 0, program)
  program.child.kill('SIGHUP')
  expect(await program.ended).toMatchObject({ code: 129 })
  await eventually(() => !isAlive(pidIn(world, 'child')) && !isAlive(pidIn(world, 'shell')))
})

/** Whether a signal was sent that the process has not taken yet; where the system does not tell, it has. */
const isSignalWaiting = (pid: number): boolean => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^(?:Sig|Shd)Pnd:\t(?!0+$)/m.test(status)
  } catch {
    return false
  }
}

test('a reader that stopped reading does not keep the program from being stopped', async () => {
  await using world = await openWorld({ replies: [{ text: longText(500_000) }] })
  const program = world.start(['-p', '--output-format', 'stream-json', 'hello'])
  program.child.stdout.pause()
  await eventually(() => world.server.requests[0]?.endedAt !== undefined, program)
  const exited = once(program.child, 'exit')
  // The second ends it at once. Two that wait together count as one, and while it ends a third would be nobody's.
  for (let sent = 0; sent < 2; sent++) {
    program.child.kill('SIGTERM')
    await eventually(() => !isSignalWaiting(program.pid))
  }
  await exited
  program.child.stdout.resume()
  expect(await program.ended).toMatchObject({ code: 143 })
})
