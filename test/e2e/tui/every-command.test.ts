import { expect, test } from 'vitest'
import { RUNNABLE, runCommands } from '../../support/pty/run-commands.ts'

/** A third of them; `test/long` runs all. */
const SAMPLE = RUNNABLE.filter((_, at) => at % 3 === 0)

test('commands can be run in the terminal and give the prompt back', async () => {
  expect(SAMPLE.length).toBeGreaterThan(20)
  expect(await runCommands(SAMPLE)).toEqual([])
})
