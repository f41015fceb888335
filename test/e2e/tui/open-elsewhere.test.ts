import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLive, type Job, readJobs } from '../../../src/cli/background/jobs.ts'
import { isAlive } from '../../support/is-alive.ts'
import { asked, idle } from '../../support/pty/asked.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'
import { eventually, type World } from '../../support/run-program.ts'

/** Real processes on both sides: who holds a session, and its end by force, are what this is about. */
const QUIET = ['--settings', '{"promptSuggestionEnabled":false,"compaction":{"notes":false}}']

test('--continue of a session that a terminal has asks first; killed there with -9, it goes on with all of it', async () => {
  await using place = await openTerminal(
    { replies: [{ text: 'First answer.' }, { text: 'Second answer.', repeat: true }] },
    { args: QUIET },
  )
  place.say('hello there')
  await place.program.waitFor('First answer.')
  await idle(place)
  const second = await place.again({ args: [...QUIET, '--continue'], early: true })
  await second.waitFor('This session is open elsewhere')
  await second.waitFor(/is open in a terminal \(process/)
  await asked({ program: second }, '❯ 1. Continue in a copy')
  await second.waitFor('/remote-control in that terminal')
  process.kill(place.program.pid, 'SIGKILL')
  await eventually(() => !isAlive(place.program.pid))
  second.key('down')
  await second.waitFor('❯ 2. Take it over')
  second.key('down')
  await second.waitFor('❯ 3. Try again')
  second.key('enter')
  await second.waitFor('First answer.')
  await idle({ program: second })
  second.type('go on')
  second.key('enter')
  await second.waitFor('Second answer.')
  const last = JSON.stringify(place.world.server.requests.at(-1)?.body?.['messages'])
  for (const words of ['hello there', 'First answer.', 'go on']) expect(last).toContain(words)
  expect(place.world.sessions().length).toBe(1)
  // Nobody holds it any more: there is nothing to ask.
  process.kill(second.pid, 'SIGKILL')
  await eventually(() => !isAlive(second.pid))
  const third = await place.again({ args: [...QUIET, '--continue'] })
  await third.waitFor('Second answer.')
  expect(third.lines().join('\n')).not.toContain('open elsewhere')
})

/** Nothing runs on, however a test ends. */
const endAll = (world: World): Disposable => ({
  [Symbol.dispose]() {
    for (const job of readJobs(world.config)) if (isLive(job)) process.kill(job.process.pid, 'SIGKILL')
  },
})

test('--resume of a session in the background offers to attach: the screen follows it, and it runs on', async () => {
  await using place = await openTerminal(
    {
      replies: [
        { when: { lastUserText: /make/ }, tool: { name: 'Bash', input: { command: 'touch made.txt' } } },
        { when: { toolResult: { tool: 'Bash' } }, text: 'Made it.' },
      ],
    },
    { args: ['--help'], early: true },
  )
  const { world } = place
  using _ = endAll(world)
  await world.run(['--bg', 'make a file', '--name', 'maker'])
  let job: Job | undefined
  await eventually(() => {
    job = readJobs(world.config).find(({ state }) => state === 'needs input')
    return job !== undefined
  })
  const { session = '', process: holder } = job as unknown as Job
  const screen = await place.again({ args: ['--resume', session], early: true, columns: 110 })
  await screen.waitFor(/is open in a background session \(process/)
  await asked({ program: screen }, '❯ 1. Attach to it')
  screen.key('enter')
  await screen.waitFor('touch made.txt')
  // A question takes no keys in its first moment.
  await screen.waitFor(/❯ 1\. Yes/)
  screen.type('1')
  await screen.waitFor('Made it.')
  expect(existsSync(join(world.project, 'made.txt'))).toBe(true)
  await idle({ program: screen })
  // A key more would go to a terminal that nobody reads any more.
  screen.key('ctrl+c')
  await screen.waitFor('again to exit')
  screen.key('ctrl+c')
  await screen.waitFor(`attach ${session}`)
  expect(await screen.exit).toBe(0)
  expect(isAlive(holder.pid)).toBe(true)
})
