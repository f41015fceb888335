import { expect, test } from 'vitest'
import { RUNNABLE, runCommands } from '../support/pty/run-commands.ts'

test('every listed command can be run in the terminal and gives the prompt back', async () => {
  expect(await runCommands(RUNNABLE)).toEqual([])
})
