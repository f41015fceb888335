import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLive, type Job, readJobs } from '../../src/cli/background/jobs.ts'
import { isAlive } from '../support/is-alive.ts'
import { openTerminal } from '../support/pty/terminal-world.ts'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import {
  eventually,
  IS_NATIVE_PROGRAM,
  PROGRAM_COMMAND,
  REPOSITORY,
  type World,
} from '../support/run-program.ts'

const REPLIES = [
  { when: { lastUserText: /make/ }, tool: { name: 'Bash', input: { command: 'touch made.txt' } } },
  { when: { toolResult: { tool: 'Bash' } }, text: 'Made it.' },
  { text: 'Hello.', repeat: true },
]

const OWN_COMMAND = IS_NATIVE_PROGRAM ? PROGRAM_COMMAND[0] : join(REPOSITORY, 'bin/capstan')

const started = (said: string): string => /Running in the background: (\w+)/.exec(said)?.[1] ?? ''

/** What is noted of it once it does that. */
const noted = async (world: World, id: string, state: string): Promise<Job> => {
  let found: Job | undefined
  await eventually(() => {
    found = readJobs(world.config).find(job => job.id === id && job.state === state)
    return found !== undefined
  })
  return found as unknown as Job
}

/** Nothing runs on, however a test ends. */
const endAll = (world: World): Disposable => ({
  [Symbol.dispose]() {
    for (const job of readJobs(world.config)) if (isLive(job)) process.kill(job.process.pid, 'SIGKILL')
  },
})

test('--bg runs a session without a terminal: listed, attached to, answered, stopped, resumed', async () => {
  await using place = await openTerminal(
    { replies: REPLIES },
    { args: ['--help'], early: true, columns: 110 },
  )
  using _ = endAll(place.world)
  const { code, stdout } = await place.world.run(['--bg', 'make a file', '--name', 'maker'])
  // What follows is said by commands that end by themselves.
  const world = heldHere(place.world)
  expect([code, stdout]).toEqual([0, expect.stringContaining('join the session')])
  const id = started(stdout)
  const job = await noted(world, id, 'needs input')
  const { session } = job
  expect((await world.run(['sessions', 'list'])).stdout).toContain('[background: needs input]')
  expect((await world.run(['agents'])).stdout).toMatch(new RegExp(`${id} +session +needs input`))

  const screen = await place.again({ args: ['attach', 'maker'], columns: 110, early: true })
  await screen.waitFor('Run a command')
  await screen.waitFor('touch made.txt')
  // A question takes no keys in its first moment.
  await screen.waitFor(/❯ 1\. Yes/)
  screen.type('1')
  await screen.waitFor('Made it.')
  expect(existsSync(join(world.project, 'made.txt'))).toBe(true)
  for (let press = 0; press < 3; press++) screen.key('ctrl+c')
  await screen.waitFor(`attach ${session}`)
  expect(isAlive(job.process.pid)).toBe(true)

  const log = await world.run(['logs', id, '-n', '8'])
  expect(log.stdout).toContain('Made it.')
  // The program is not on the PATH here: what it says to type is where it lies.
  const ended = await place.world.run(['agents', 'stop', id])
  expect(ended.stdout).toBe(`Stopped ${id}. Resume with: ${OWN_COMMAND} --resume ${session}\n`)
  expect(isAlive(job.process.pid)).toBe(false)
  const [gone] = JSON.parse((await world.run(['agents', 'running', '--json'])).stdout)
  expect(gone).toMatchObject({ id, background: 'session', state: 'stopped', pid: null, session })
  const respawned = await world.run(['respawn', 'maker'], { cwd: world.home })
  expect(started(respawned.stdout)).toBe(id)
  expect(await noted(world, id, 'idle')).toMatchObject({ session, cwd: job.cwd, name: 'maker' })
  expect((await world.run(['stop', id])).code).toBe(0)
  const again = await world.run(['--background', '--resume', session ?? '', 'say hello'])
  const second = started(again.stdout)
  expect((await noted(world, second, 'idle')).session).toBe(session)
  expect((await world.run(['stop', second])).code).toBe(0)
  expect((await world.run(['rm', second])).stdout).toBe(`Removed ${second}.\n`)
}, 120_000)

test('--exec runs a shell command in the background: its output is kept, and it is stopped with all it started', async () => {
  await using world = await openWorldHere({ replies: [] })
  using _ = endAll(world)
  const first = started((await world.run(['--exec', 'echo out; echo err >&2; exit 3'])).stdout)
  expect((await noted(world, first, 'failed')).exitCode).toBe(3)
  const told = await world.run(['logs', first, '--follow'])
  expect(told.stdout.split('\n').toSorted()).toEqual(['', 'err', 'out'])
  const long = await world.run(['--exec', 'echo up; sleep 1000 & sleep 1000', '-n', 'server'])
  const job = await noted(world, started(long.stdout), 'working')
  expect((await world.run(['rm', 'server'])).stderr).toContain('still running')
  expect((await world.run(['kill', 'server'])).code).toBe(0)
  expect(isAlive(job.process.pid)).toBe(false)
})

test('what cannot begin in the background is said at once, and leaves nothing behind', async () => {
  await using world = await openWorldHere({ replies: [] })
  const lost = await world.run(['--bg', 'go on', '--resume', '00000000-0000-4000-8000-000000000000'])
  expect([lost.code, lost.stdout]).toEqual([1, ''])
  expect(lost.stderr).toContain('00000000-0000-4000-8000-000000000000')
  expect((await world.run(['agents', 'running', '--json'])).stdout).toBe('[]\n')
})
