import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually, openWorld } from '../support/run-program.ts'

test('--take-over ends the run that has the session, in order, and goes on with all it said', async () => {
  const hold = { name: 'Bash', input: { command: 'touch held; exec sleep 300' } }
  await using world = await openWorld({
    replies: [
      { text: 'Before.', tool: hold, when: { lastUserText: 'hold it' } },
      { text: 'Mine now.', when: { lastUserText: 'go on' }, repeat: true },
    ],
  })
  const run = world.start(['-p', '--allowedTools', 'Bash', '--', 'hold it'])
  await eventually(() => existsSync(join(world.project, 'held')), run)
  const refused = await world.run(['-p', '--continue', '--', 'go on'])
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('--take-over')
  const taken = await world.run(['-p', '--continue', '--take-over', '--', 'go on'])
  expect([taken.code, taken.stdout]).toEqual([0, 'Mine now.\n'])
  expect(await run.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This session was taken over by a -p run'),
  })
  const last = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
  for (const words of ['hold it', 'Before.', 'touch held']) expect(last).toContain(words)
})
