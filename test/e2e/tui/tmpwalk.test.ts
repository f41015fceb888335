import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { englishIn } from '../../support/english-sentences.ts'
import { RUNNABLE, runCommands } from '../../support/pty/run-commands.ts'
import { PANEL_COMMANDS, runPanels } from '../../support/pty/run-panels.ts'
test('commands', async () => {
  const wrong = await runCommands(RUNNABLE, { language: 'zh', faults: written => { appendFileSync('/tmp/cmds.log', `\n@@@@\n${written}`); return englishIn(written) } })
  console.log(JSON.stringify(wrong, null, 1))
}, 600_000)
test('panels', async () => {
  const wrong = await runPanels({ commands: PANEL_COMMANDS, language: 'zh', most: 3, columns: 100, rows: 40, log: '/tmp/panels.log' })
  console.log(JSON.stringify(wrong, null, 1))
}, 900_000)
