import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALLOWED, idle, untilFile } from '../../support/pty/asked.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { shareTerminalHere } from '../../support/pty/terminal-here.ts'

const shared = shareTerminalHere({ prepare: putSettings(ALLOWED) })

const agent = (name: string) => ({
  name: 'Agent',
  input: {
    description: `look at ${name}`,
    prompt: `SUBTASK ${name}`,
    subagent_type: 'general-purpose',
    name,
  },
})

test('agents at work are a tree, one is looked at and talked to, and what they found stays', async () => {
  await using terminal = await shared.begin({
    replies: [
      { tools: [agent('ann'), agent('bob')], when: { lastUserText: 'GO' } },
      { tool: untilFile('ann'), when: { lastUserText: 'SUBTASK ann' } },
      { tool: untilFile('bob'), when: { lastUserText: 'SUBTASK bob' } },
      { text: 'Heard the person.', when: { lastUserText: 'and the tests' } },
      { text: 'Nothing is wrong.', when: { toolResult: { tool: 'Bash' } }, times: 2 },
      { text: 'Both are back.', when: { toolResult: { tool: 'Agent' } } },
    ],
  })
  const { program, world } = terminal
  terminal.say('GO')
  await program.waitFor('2 agents')
  await program.waitFor(/◇ ann: look at ann · Bash .* · \d+ s/)
  await program.waitFor('2 agents (↓ view)')
  program.key('down')
  await program.waitFor('❯ 2 agents (Enter view)')
  program.key('enter')
  await program.waitFor('Background tasks')
  // The one that began last is first; both begin at once.
  await program.waitFor(/❯ ● (?:ann|bob)/)
  if (program.screen().some(line => line.includes('❯ ● ann'))) program.key('down')
  await program.waitFor(/❯ ● bob: look at bob/)
  program.key('enter')
  await program.waitFor('› Message bob')
  await program.waitFor('▌ SUBTASK bob')
  program.type('and the tests')
  await program.waitFor('› and the tests')
  program.key('enter')
  await program.waitFor('Sent. The agent reads it at its next step.')
  world.put('bob', '')
  await program.waitFor('Heard the person.')
  program.key('escape')
  await program.waitFor('Background tasks')
  program.key('escape')
  world.put('ann', '')
  await program.waitFor('Both are back.')
  await idle(terminal)
  const lines = program.lines().join('\n')
  expect(lines).toMatch(/● ann look at ann · 1 tool use · .* tokens · [\s\S]*└ Nothing is wrong\./)
  expect(lines).toMatch(/● bob look at bob · 1 tool use · [\s\S]*└ Heard the person\./)
})

const FLOW = `
description: Look at each thing
inputs: { things: { type: array, default: [ann, bob] } }
steps:
  - { id: look, prompt: 'SUBTASK \${{ item }}', forEach: '\${{ inputs.things }}' }
  - { id: tell, prompt: TELL of it, when: inputs.things.length > 1 }
outputs: { report: '\${{ steps.tell.output }}' }
`

test('/workflow lists workflows and their mistakes, runs one in the background, and its end is a line and told to the model', async () => {
  await using terminal = await shared.begin({
    replies: [
      { tool: untilFile('ann2'), when: { lastUserText: 'SUBTASK ann' } },
      { tool: untilFile('bob2'), when: { lastUserText: 'SUBTASK bob' } },
      { text: 'looked', when: { toolResult: { tool: 'Bash' } }, times: 2 },
      { text: 'All is well.', when: { lastUserText: 'TELL' } },
      { text: 'The workflow says that all is well.', when: { lastUserText: 'All is well.' } },
    ],
  })
  const { program, world } = terminal
  const at = join(world.config, 'workflows')
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, 'survey.yaml'), FLOW)
  writeFileSync(join(at, 'broken.yaml'), 'steps:\n  - promt: x\n')
  terminal.say('/workflow')
  await program.waitFor(/survey +user +Look at each thing/)
  await program.waitFor('there is no field "promt" here')
  terminal.say('/workflow broken')
  await program.waitFor('The workflow broken has mistakes:')
  terminal.say('/workflow survey')
  await program.waitFor('Workflow survey started in the background')
  await program.waitFor(/◇ survey › look\[0\]: SUBTASK ann · Bash/)
  await program.waitFor(/1 task \(↓ view\)/)
  terminal.say('/tasks')
  await program.waitFor(/● survey +workflow · running · .*▶ look/)
  // It belongs to what runs in the background already.
  program.type('b')
  await program.waitFor('It is already in the background.')
  program.key('escape')
  world.put('ann2', '')
  world.put('bob2', '')
  await program.waitFor(/◆ Workflow survey: done, 2 of 2 steps, .* tokens/)
  await program.waitFor('The workflow says that all is well.')
  await idle(terminal)
})
