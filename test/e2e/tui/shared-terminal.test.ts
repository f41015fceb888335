import { expect, test } from 'vitest'
import { shareTerminal } from '../../support/pty/shared-terminal.ts'

const FINE = { replies: [{ text: 'Fine.' }] }

test('tests share one program, and none sees what was there before; one that is not free is left for another', async () => {
  const shared = shareTerminal()
  const first = await shared.begin(FINE)
  first.world.put('left.txt', '')
  first.say('a word of the first')
  await first.program.waitFor('Fine.')
  const second = await shared.begin(FINE)
  expect(second.program.pid).toBe(first.program.pid)
  expect(second.program.lines().join('\n')).not.toMatch(/Fine|first|clear/)
  expect(second.program.screen().join('\n')).not.toMatch(/Fine|first|clear/)
  expect(second.world.server.requests).toHaveLength(0)
  second.program.type('!ls')
  second.program.key('enter')
  await second.program.waitFor(/^! ls/)
  second.say('a word of the second')
  await second.program.waitFor('Fine.')
  const [{ body } = {}] = second.world.server.requests
  expect(JSON.stringify(body)).not.toMatch(/left\.txt|a word of the first/)
  second.say('/help')
  await second.program.waitFor('Good to know')
  const third = await shared.begin(FINE)
  expect(third.program.pid).not.toBe(first.program.pid)
})
