import { expect, test } from 'vitest'
import { canOverlay, hasBubblewrap } from '../support/needs-program.ts'
import { TRIAL_COMMANDS } from '../support/trial-commands.ts'
import { tryCommand } from '../support/try-commands.ts'

test.skipIf(!hasBubblewrap() || !canOverlay())(
  'of a hundred commands, what was shown is what was kept, and nothing else changed',
  async () => {
    const wrong: string[] = []
    for (const command of TRIAL_COMMANDS) wrong.push(...(await tryCommand(command)))
    expect([TRIAL_COMMANDS.length, wrong]).toEqual([100, []])
  },
  900_000,
)
