import { expect, test } from 'vitest'
import { PANEL_COMMANDS, runPanels } from '../../support/pty/run-panels.ts'

/** A sixth of them, and of each the first rows; `test/long` presses Enter on all. */
const SAMPLE = PANEL_COMMANDS.filter((_, at) => at % 6 === 0)

test('Enter on the rows of a panel shows something sensible, and Escape leads back to the draft', async () => {
  expect(PANEL_COMMANDS.length).toBeGreaterThan(20)
  expect(await runPanels({ commands: SAMPLE, most: 2 })).toEqual([])
})
