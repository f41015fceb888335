import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }

test('what a session was allowed and is not any more is said once, with the way back', async () => {
  await using world = await openWorldHere(FINE)
  const more = join(world.root, 'more')
  mkdirSync(more)
  const begun = await world.run(['-p', '--permission-mode', 'acceptEdits', '--add-dir', more, '--', 'hello'])
  expect([begun.code, begun.stderr]).toEqual([0, ''])
  const again = await world.run(['-p', '--continue', '--', 'more'])
  expect(again.stderr).toContain('This session was left in mode acceptEdits and continues in mode default.')
  expect(again.stderr).toContain(`Directories aren't added again on resume: ${more}.`)
  expect((await world.run(['-p', '--continue', '--', 'more'])).stderr).toBe('')
})

test('who gives it again is told nothing', async () => {
  await using world = await openWorldHere(FINE)
  const more = join(world.root, 'more')
  mkdirSync(more)
  const flags = ['--permission-mode', 'acceptEdits', '--add-dir', more, '--']
  await world.run(['-p', ...flags, 'hello'])
  expect((await world.run(['-p', '--continue', ...flags, 'more'])).stderr).toBe('')
})
