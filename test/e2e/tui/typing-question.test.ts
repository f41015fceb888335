import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asked } from '../../support/pty/asked.ts'
import { boxRows } from '../../support/pty/prompt-box.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'

test('in a real terminal a sentence with y, n, a and 1, typed while a question appears, does not answer it', async () => {
  const command = 'rm -rf made; touch made'
  await using terminal = await openTerminal(
    {
      replies: [
        { text: 'I will do that now.', tool: { name: 'Bash', input: { command } }, chunkMs: 60 },
        { text: 'Very well.' },
      ],
    },
    { rows: 30 },
  )
  const { program, world } = terminal
  const isMade = (): boolean => existsSync(join(world.project, 'made'))
  const holds = async (text: string): Promise<void> =>
    void (await program.waitFor(screen => boxRows(screen).join('') === text))
  terminal.say('please')
  const before = 'say y, n or 1 '
  program.type(before)
  await program.waitFor('Why')
  // In one write: a busy machine must not put a pause before a digit.
  const after = 'any 1 and a 5y1'
  program.type(after)
  await holds(before + after)
  await asked(terminal, command)
  expect(isMade()).toBe(false)
  program.type('1')
  await program.waitFor('Very well.')
  expect(isMade()).toBe(true)
  await holds(before + after)
})
