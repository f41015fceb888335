import { expect, test } from 'vitest'
import { asked, idle } from '../../support/pty/asked.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'

const replies = [
  { when: { lastUserText: 'Find the code it is about' }, text: 'in a.ts' },
  { when: { lastUserText: 'Find what meets the code' }, text: 'tests' },
  { when: { lastUserText: 'Look for what can go wrong' }, text: 'nothing' },
  { when: { lastUserText: 'Plan this task: paint it' }, text: '# Paint it\n\n## First\nsand' },
  { when: { lastUserText: 'Attack it.' }, tool: { name: 'StructuredOutput', input: { problems: [] } } },
  { when: { lastUserText: 'Show it to me with ExitPlanMode' }, tool: { name: 'ExitPlanMode', input: {} } },
  { when: { toolResult: { tool: 'ExitPlanMode', contains: 'approved' } }, text: 'Painted.' },
]

test('several agents make a plan once its cost is agreed, and it is approved like any other', async () => {
  await using terminal = await openTerminalHere({ replies }, { rows: 24, columns: 80 })
  const { program } = terminal
  await idle(terminal)
  terminal.say('/ultraplan paint it')
  await asked(terminal, 'Have several agents make a plan')
  expect(program.lines().join(' ').replace(/\s+/g, ' ')).toMatch(
    /Up to 6 agents would start, for about \$\d\.\d\d\. They stop at \$5\.00\./,
  )
  program.key('1')
  await program.waitFor('Planning in the background')
  await program.waitFor('The plan is ready.')
  terminal.say('/ultraplan review')
  await asked(terminal, 'Approve this plan?')
  await program.waitFor('sand')
  program.key('1')
  await program.waitFor('Painted.')
})
