import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasBubblewrap } from '../support/needs-program.ts'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import { eventually, openWorld, type World } from '../support/run-program.ts'
import { SAMPLE_SERVER } from '../support/sample-server.ts'

const linux = process.platform === 'linux'

/** How many living processes have these words in their command line, in whatever session, group or namespace. */
const living = (...words: readonly string[]): readonly number[] => {
  const lines = readdirSync('/proc').map(commandLine)
  return words.map(each => lines.filter(line => line.includes(each)).length)
}

/** Of one that has ended and is only not waited for yet there is none. */
const commandLine = (pid: string): string => {
  if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return ''
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Sleeps that nobody else can have started: one in the group, one deaf in a session of its own, one that left everything. */
const family = (seconds: string): string => `
  sleep ${seconds} &
  setsid bash -c 'trap "" TERM; sleep ${seconds}; exit' &
  (env -i $(type -P setsid) $(type -P bash) -c '/bin/sleep ${seconds}; exit' </dev/null >/dev/null 2>&1 &)
  wait`
const sleepsOf = (...seconds: readonly string[]): readonly number[] =>
  living(...seconds.map(each => `sleep ${each}`))

/** All processes of the machine are looked at. */
const LOOK_MS = 50

const settings = (world: World, values: object): void => {
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify(values))
}

const open = async (seconds: readonly [string, string]) =>
  await openWorld({
    replies: [
      { tool: { name: 'Bash', input: { command: family(seconds[0]), run_in_background: true } } },
      { tool: { name: 'Bash', input: { command: family(seconds[1]) } } },
      { text: 'never' },
    ],
  })

test.runIf(linux)(
  'kill -9 leaves no command, no background task, no hook, no server and none of their children; a resume tells of it',
  async () => {
    const name = (part: string) => `300.${process.pid}${part}`
    const [behind, before, hook, server] = ['1', '2', '3', '4'].map(name) as [string, string, string, string]
    await using world = await open([behind, before])
    settings(world, {
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: `sleep ${hook}`, async: true }] }] },
    })
    const started = JSON.stringify({ started: server })
    const config = world.put(
      'mcp.json',
      JSON.stringify({
        mcpServers: {
          sample: {
            command: 'bash',
            args: ['-c', `sleep ${server} & exec "$0" "$@"`, process.execPath, SAMPLE_SERVER, started],
          },
        },
      }),
    )
    const program = world.start([
      '-p',
      '--output-format',
      'stream-json',
      '--allowedTools',
      'Bash',
      '--mcp-config',
      config,
      '--',
      'go',
    ])
    const counts = () =>
      living(...[behind, before, hook].map(each => `sleep ${each}`), `{"started":"${server}"}`)
    // A bash that runs a sleep has its words too.
    await eventually(() => counts().every((count, at) => count >= (at < 2 ? 5 : 1)), program, LOOK_MS)
    program.child.kill('SIGKILL')
    await program.ended
    await expect
      .poll(() => [...counts(), ...sleepsOf(server)], { timeout: 60_000, interval: LOOK_MS })
      .toEqual([0, 0, 0, 0, 0])
    await heldHere(world).run(['-p', '--continue', '--', 'what became of it?'])
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain(
      '<status>killed</status>\\n<summary>The program ended while the background command ',
    )
  },
)

test.runIf(linux && hasBubblewrap())('kill -9 leaves nothing of sandboxed commands', async () => {
  const [behind, before] = [`301.${process.pid}1`, `301.${process.pid}2`] as const
  await using world = await open([behind, before])
  settings(world, { sandbox: { enabled: true } })
  const program = world.start(['-p', '--output-format', 'stream-json', '--allowedTools', 'Bash', '--', 'go'])
  await eventually(() => sleepsOf(behind, before).every(count => count >= 5), program, LOOK_MS)
  program.child.kill('SIGKILL')
  await program.ended
  await expect.poll(() => sleepsOf(behind, before), { timeout: 60_000, interval: LOOK_MS }).toEqual([0, 0])
})

test('SIGTERM records the command as stopped and runs no hook but that of the end', async () => {
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Bash', input: { command: 'touch began; sleep 300' } } },
      { text: 'never', repeat: true },
    ],
  })
  const touch = (name: string) => [
    { hooks: [{ type: 'command', command: `touch '${join(world.root, name)}'` }] },
  ]
  settings(world, {
    hooks: { Stop: touch('stop'), StopFailure: touch('failure'), SessionEnd: touch('session-end') },
  })
  const program = world.start(['-p', '--output-format', 'stream-json', '--allowedTools', 'Bash', '--', 'go'])
  await eventually(() => existsSync(join(world.project, 'began')), program)
  program.child.kill('SIGTERM')
  expect((await program.ended).code).toBe(143)
  expect(['stop', 'failure', 'session-end'].filter(name => existsSync(join(world.root, name)))).toEqual([
    'session-end',
  ])
  expect(JSON.stringify(world.sessions()[0]?.entries)).toContain(
    '"content":"Interrupted before it finished; its effect may be partial.","is_error":true',
  )
})

test('a run waits for its background agent, and the last word is what the model says of it', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        when: { lastUserText: 'go' },
        tool: {
          name: 'Agent',
          input: { description: 'count', prompt: 'count the files', run_in_background: true },
        },
      },
      { when: { toolResult: { tool: 'Agent' } }, text: 'Started.' },
      { when: { lastUserText: 'count the files' }, text: 'seven files' },
      { when: { lastUserText: '<result>seven files' }, text: 'There are seven.' },
    ],
  })
  const ended = await world.run(['-p', '--allowedTools', 'Agent', '--', 'go'])
  expect([ended.code, ended.stdout]).toEqual([0, 'There are seven.\n'])
})
