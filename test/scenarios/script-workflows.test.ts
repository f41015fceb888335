import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

const SWEEP = `export const meta = {
  name: 'sweep', description: 'Looks at each file, then checks what was found',
  phases: [{ title: 'Look' }, { title: 'Check' }],
}
phase('Look')
const found = await parallel(args.files.map(file => () =>
  agent('look at ' + file, { label: file, schema: { type: 'object', required: ['bugs'] } })))
log('looked at ' + found.filter(Boolean).length + ' of ' + found.length)
phase('Check')
const checked = await pipeline(found.filter(Boolean),
  one => agent('check ' + one.bugs, { agentType: 'Explore' }),
  (text, one, at) => text + ' (' + one.bugs + ', ' + at + ')')
if (budget.total !== null || budget.spent() <= 0) throw new Error('budget')
return checked
`

const INPUT = { workflow: 'kit:sweep', args: { files: ['a', 'b'] } }

const open = async (
  text: string,
  replies: readonly ScriptedReply[],
  options: Partial<WorldOptions> = {},
): Promise<World> =>
  await createWorld({
    ...options,
    files: { 'kit/workflows/sweep.js': text },
    scenario: { replies },
    config: config => ({
      extensions: {
        list: async () => [
          {
            source: { level: 'plugin', name: 'kit' } as const,
            root: `${config.place.cwd}/kit`,
            workflows: [`${config.place.cwd}/kit/workflows`],
          },
        ],
        onChanged: () => () => undefined,
      },
    }),
  })

const asks = (lastUserText: RegExp, text: string): ScriptedReply => ({ when: { lastUserText }, text })

test('a workflow of a plugin that is a script runs its agents, and only what it says comes back', async () => {
  await using world = await open(
    SWEEP,
    [
      { when: { lastUserText: /Run this workflow/ }, tool: { name: 'Script', input: INPUT } },
      asks(/look at a/, 'Here:\n```json\n{ "bugs": 2 }\n```'),
      asks(/look at b[\s\S]*not such a value/, '{"bugs":"three"}'),
      asks(/look at b/, 'no json'),
      asks(/check 2/, 'two'),
      asks(/check three/, 'three'),
      { when: { toolResult: { tool: 'Script' } }, text: 'Done.' },
    ],
    { allow: ['Agent'] },
  )
  expect((await world.ask(`/workflow kit:sweep files=["a","b"]`)).report.text).toBe('Done.')
  const [result] = toolResults(world.model.requests)
  expect(result?.text.split('\n')).toEqual([
    '## Look',
    'looked at 2 of 2',
    '## Check',
    '["two (2, 0)","three (three, 1)"]',
  ])
})

test('an agent that is refused is null for the others, and a script that wants modules is refused', async () => {
  await using world = await open(
    'export const meta = { name: "sweep" }\nreturn [await parallel([() => agent("x")]), meta.name]',
    [{ tool: { name: 'Script', input: INPUT } }, { text: 'Done.' }],
    { deny: ['Agent'] },
  )
  await world.ask('go')
  expect(toolResults(world.model.requests)[0]?.text).toMatch(/^failed: [\s\S]*\n\[\[null\],"sweep"\]$/)
  await using modules = await open('import fs from "node:fs"\nreturn 1', [
    { tool: { name: 'Script', input: { workflow: 'kit:sweep' } } },
    { tool: { name: 'Script', input: { workflow: 'kit:swep' } } },
    { tool: { name: 'Script', input: { workflow: 'kit:sweep', code: 'return 1' } } },
    { tool: { name: 'Workflow', input: { name: 'kit:sweep' } } },
    { text: 'Done.' },
  ])
  await modules.ask('go')
  expect(toolResults(modules.model.requests).map(({ text }) => text)).toEqual([
    expect.stringContaining('has no modules here'),
    expect.stringContaining('Did you mean kit:sweep?'),
    expect.stringContaining('code, file and workflow'),
    expect.stringContaining('is a script: call the tool Script'),
  ])
})
