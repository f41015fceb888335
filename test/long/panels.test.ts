import { expect, test } from 'vitest'
import { chineseFaults } from '../support/chinese-faults.ts'
import { PANEL_COMMANDS, runPanels } from '../support/pty/run-panels.ts'

test.each([
  ['en', 100, 40],
  ['zh', 80, 24],
] as const)(
  'Enter on every row of every panel shows something sensible, and Escape leads back (%s, %i×%i)',
  async (language, columns, rows) => {
    expect(
      await runPanels({
        commands: PANEL_COMMANDS,
        language,
        columns,
        rows,
        log: process.env['CAPSTAN_PANEL_LOG'],
        ...(language === 'zh' ? { faults: chineseFaults } : {}),
      }),
    ).toEqual([])
  },
  3_600_000,
)
