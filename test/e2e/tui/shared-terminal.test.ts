import { expect, test } from 'vitest'
import { shareTerminalHere } from '../../support/pty/terminal-here.ts'

const FINE = { replies: [{ text: 'Fine.' }] }
const shared = shareTerminalHere()
const hasty = shareTerminalHere({ patienceMs: 300 })

test('tests share one program, and none sees what was there before', async () => {
  const first = await shared.begin(FINE)
  first.world.put('left.txt', '')
  first.say('a word of the first')
  await first.program.waitFor('Fine.')
  const second = await shared.begin(FINE)
  expect(second.world.root).toBe(first.world.root)
  expect(second.program.lines().join('\n')).not.toMatch(/Fine|of the first|clear/)
  expect(second.program.screen().join('\n')).not.toMatch(/Fine|of the first|clear/)
  expect(second.world.server.requests).toHaveLength(0)
  second.program.type('!ls')
  second.program.key('enter')
  await second.program.waitFor(/^! ls/)
  second.say('a word of the second')
  await second.program.waitFor('Fine.')
  const [{ body } = {}] = second.world.server.requests
  expect(JSON.stringify(body)).not.toMatch(/left\.txt|a word of the first/)
})

test('a program that is not free is left for another', async () => {
  const first = await hasty.begin(FINE)
  first.say('/help')
  await first.program.waitFor('this help')
  const second = await hasty.begin(FINE)
  expect(second.world.root).not.toBe(first.world.root)
})
