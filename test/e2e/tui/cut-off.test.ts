import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { converseHere, openWorldHere } from '../../support/run-here.ts'
import type { World } from '../../support/run-program.ts'

const NOTE = 'The last turn was not finished.'
const TRANSCRIPT = 'The program stopped before this turn was finished.'
const times = (text: string, words: string): number => text.split(words).length - 1

/** Leaves the file of the one session as a kill right after the question would. */
const cutOff = (world: World): string => {
  const [session] = world.sessions()
  if (!session) throw new Error('no session was kept')
  const lines = readFileSync(session.path, 'utf8').trimEnd().split('\n')
  const until = lines.findIndex(line => JSON.parse(line).type === 'assistant')
  writeFileSync(session.path, `${lines.slice(0, until).join('\n')}\n`)
  return session.id
}

test('a resumed screen says once that the last turn was cut off', async () => {
  await using terminal = await openTerminalHere({ replies: [{ text: 'It is 42.' }] })
  const { world } = terminal
  expect(await converseHere(world, ['-p', 'what is it?'])).toMatchObject({ code: 0 })
  const screen = await terminal.again({ args: ['--resume', cutOff(world)] })
  await screen.waitFor('The program stopped')
  await screen.settled()
  const text = screen.lines().join(' ').replaceAll(/\s+/g, ' ')
  expect([times(text, TRANSCRIPT), times(text, NOTE)]).toEqual([1, 0])
})

test.each([['text'], ['json'], ['stream-json']])('-p --resume as %s says it once', async format => {
  await using world = await openWorldHere({ replies: [{ text: 'It is 42.' }, { text: 'And on.' }] })
  await world.run(['-p', 'what is it?'])
  const args = ['-p', '--output-format', format, '--verbose', '--resume', cutOff(world), 'go on']
  const { stdout, stderr } = await world.run(args)
  expect([times(stdout + stderr, NOTE), times(stdout + stderr, 'stopped before this turn')]).toEqual([1, 0])
})
