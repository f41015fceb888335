import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idle } from '../../support/pty/asked.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { eventually } from '../../support/run-program.ts'

const SAID = { replies: [{ text: 'First answer.' }, { text: 'Second answer.', repeat: true }] }

test('a session that a terminal has open is refused to -p by name, and taken over when that is asked for', async () => {
  await using terminal = await openTerminalHere(SAID, {})
  const { program, world } = terminal
  terminal.say('hello')
  await program.waitFor('First answer.')
  await idle(terminal)
  const refused = await world.run(['-p', '--continue', '--', 'go on'])
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(
    /^capstan: Session [\w-]+ is open in a terminal \(process \d+ on \S+ since \S+\)\. Use --fork-session to continue in a copy, or --take-over/,
  )
  const taken = await world.run(['-p', '--continue', '--take-over', '--', 'go on'])
  expect([taken.code, taken.stdout]).toEqual([0, 'Second answer.\n'])
  await program.waitFor('This session was taken over by a -p run')
  expect(await program.exit).toBe(0)
})

test('the terminal asks what to do with a session that a run has open; taking it over ends that run in order', async () => {
  const id = '6f0b8f6e-3f0c-4b7e-9b6e-0a4f3a1d2c3b'
  const hold = { name: 'Bash', input: { command: 'touch held; exec sleep 300' } }
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: hold, when: { lastUserText: 'hold' } },
        { text: 'Go on.', repeat: true },
      ],
    },
    {},
  )
  const { program, world } = terminal
  const run = world.start(['-p', '--session-id', id, '--allowedTools', 'Bash', '--', 'hold it'])
  await eventually(() => existsSync(join(world.project, 'held')))
  terminal.say(`/resume ${id}`)
  await program.waitFor('This session is open elsewhere')
  await program.waitFor(/is open in a -p run \(process/)
  await program.waitFor('❯ 1. Continue in a copy')
  program.key('down')
  await program.waitFor('❯ 2. Take it over')
  program.key('enter')
  const ended = await run.ended
  expect(ended.stderr).toContain('This session was taken over by a terminal')
  expect(ended.code).toBe(1)
  await program.waitFor('hold it')
  await idle(terminal)
  terminal.say('and now')
  await program.waitFor('Go on.')
})
