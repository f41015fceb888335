import { expect, test } from 'vitest'
import { chineseFaults } from '../../support/chinese-faults.ts'
import { RUNNABLE, runCommands } from '../../support/pty/run-commands.ts'
import { PANEL_COMMANDS, runPanels } from '../../support/pty/run-panels.ts'
import { IN_FULL } from '../../support/sample-size.ts'

/** These show a file as it is: what changed in this program, and a workflow for GitHub. */
const SHOWS_A_FILE = ['release-notes', 'install-github-app']

test('what commands show in the terminal is Chinese, with Chinese signs and no blanks between words', async () => {
  const names = RUNNABLE.filter(name => !SHOWS_A_FILE.includes(name)).filter(
    (_, at) => IN_FULL || at % 6 === 0,
  )
  expect(await runCommands(names, { language: 'zh', faults: chineseFaults })).toEqual([])
})

test('so is what panels show; test/long presses Enter on every row of each', async () => {
  const commands = PANEL_COMMANDS.filter((_, at) => IN_FULL || at % 6 === 1)
  expect(await runPanels({ commands, most: 1, language: 'zh', faults: chineseFaults })).toEqual([])
})
