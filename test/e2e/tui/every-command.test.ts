import { expect, test } from 'vitest'
import { RUNNABLE, runCommands } from '../../support/pty/run-commands.ts'

/** A sixth of them; `test/long` runs all. */
const SAMPLE = RUNNABLE.filter((_, at) => at % 6 === 0)

test('commands can be run in the terminal and give the prompt back', async () => {
  expect(SAMPLE.length).toBeGreaterThan(10)
  expect(await runCommands(SAMPLE)).toEqual([])
})
