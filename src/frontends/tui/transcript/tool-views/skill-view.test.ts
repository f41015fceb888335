import { expect, test } from 'vitest'
import { agentInfo, agentRow } from '../../../../../test/support/agent-infos.ts'
import { bare, fakeView } from '../../../../../test/support/fake-look.ts'
import { presented } from '../../../../../test/support/presented.ts'
import type { ToolItem } from '../../state/item.ts'
import { groupAgents } from '../agent-group.ts'
import { renderItem } from '../render-item.ts'
import type { View } from '../render-options.ts'

const skill = (more: Partial<ToolItem> = {}): ToolItem =>
  presented<ToolItem>({
    kind: 'tool',
    id: 's',
    name: 'Skill',
    input: { skill: 'review', args: 'the last\ncommit' },
    state: 'done',
    text: 'RenderOptions at\nevery line.',
    output: { success: true, commandName: 'review', status: 'inline', text: 'RenderOptions at\nevery line.' },
    ...more,
  })
const shown = async (item: ToolItem, more: Partial<View> = {}): Promise<readonly string[]> =>
  bare(renderItem(item, await fakeView({ width: 60, ...more })))

test('a skill is one line, as a person would call it; its text is for the model', async () => {
  expect(await shown(skill())).toEqual(['● Skill /review the last'])
  expect(await shown(skill({ input: { skill: 'pdf' }, state: 'running' }))).toEqual(['● Skill /pdf'])
  expect(await shown(skill(), { verbose: true })).toEqual([
    '● Skill /review the last',
    '  └ RenderOptions at',
    '    every line.',
  ])
})

test('what a skill that works as an agent does stands below it, then what it answered', async () => {
  const output = { status: 'forked', text: 'All fine.\nReally.' }
  expect(await shown(skill({ text: 'All fine.\nReally.', output }))).toEqual([
    '● Skill /review the last',
    '  └ All fine.',
  ])
  const agent = agentRow(
    agentInfo('1', { toolUseId: 's', requests: 1, tokens: 12_345, lastAction: 'Read src/a.ts' }),
  )
  const lines = await shown(skill({ state: 'running' }), { agents: { rows: [agent], asking: new Set() } })
  expect(lines[0]).toContain('● Skill /review the last')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('└ Read src/a.ts · 12.3k tokens')
})

test('skills side by side are lines of their own', () => {
  const calls = [skill(), skill({ id: 't' })]
  expect(groupAgents(calls)).toEqual(calls)
})

test('hostile names and words move no cursor and take no second line', async () => {
  const [line, ...more] = await shown(
    skill({ input: { skill: '/a\u001b[2J', args: '\n\u202e\u001b]8;;x\u0007' } }),
  )
  expect([more, line?.includes('\u001b'), line?.includes('\u202e')]).toEqual([[], false, false])
})
