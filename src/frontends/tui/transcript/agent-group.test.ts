import { expect, test } from 'vitest'
import { agentInfo, agentRow } from '../../../../test/support/agent-infos.ts'
import { bare, fakeView } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import type { ToolItem } from '../state/item.ts'
import type { AgentRow } from '../state/ui-state.ts'
import { createScribe } from './scribe.ts'

const call = (id: string, more: Partial<ToolItem> = {}): ToolItem =>
  presented<ToolItem>({
    kind: 'tool',
    id: `toolu_${id}`,
    name: 'Agent',
    input: { description: `task ${id}`, subagent_type: 'Explore' },
    state: 'running',
    startedAt: 40_000,
    ...more,
  })

const NOBODY: ReadonlySet<string> = new Set()

const tailOf = async (live: readonly ToolItem[], rows: readonly AgentRow[], more = {}) => {
  const view = await fakeView({ width: 80, agents: { rows, asking: NOBODY }, ...more })
  const { tail } = createScribe().advance(
    { transcript: { done: [], live, generation: 0 }, verbose: false },
    { ...view, maxTail: 17 },
  )
  return bare(tail)
}

const agent = (id: string, more = {}) =>
  agentRow(agentInfo(id, { name: 'Explore', requests: 1, lastAction: 'Read src/a.ts', ...more }))

test('the agent of a call stands below it: what it does, tokens, cost, and the agents it started', async () => {
  const rows = [agent('1', { tokens: 12_345, usd: 0.05 }), agent('2', { parent: '1', name: 'Plan' })]
  expect(await tailOf([call('1')], rows)).toEqual([
    '● Explore task 1 · 1 min 0 s',
    '  └ Read src/a.ts · 12.3k tokens · $0.05',
    '    ◇ Plan: task 2 · Read src/a.ts · 1 min 0 s',
  ])
})

test('ten agents side by side are one tree of at most eight rows; those at work are shown before those that are done', async () => {
  const ids = Array.from({ length: 10 }, (_, at) => String(at))
  const rows = ids.map(id =>
    agent(id, { tokens: 1_000, ...(id < '3' ? { status: 'completed', endedAt: 50_000 } : {}) }),
  )
  const live = ids.map(id => call(id, id === '0' ? {} : id < '3' ? { state: 'done' } : {}))
  const lines = await tailOf(live, rows)
  expect(lines).toHaveLength(8)
  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    '● 10 agents · 2 done',
    '  ◇ Explore: task 3 · Read src/a.ts · 1.0k tokens · 1 min 0 s',
    '  +4 more',
  ])
  expect(lines.every(line => line.length <= 80)).toBe(true)
})

test('on a higher screen more of them are shown', async () => {
  const ids = Array.from({ length: 10 }, (_, at) => String(at))
  const lines = await tailOf(
    ids.map(id => call(id)),
    ids.map(id => agent(id)),
    { rows: 33 },
  )
  expect(lines).toHaveLength(11)
})

test('a call of the tree that has no agent yet is shown by itself', async () => {
  expect(await tailOf([call('1'), call('2', { state: 'queued' })], [agent('1')])).toEqual([
    '● 2 agents',
    '  ◇ Explore: task 1 · Read src/a.ts · 1 min 0 s',
    '  ○ Explore task 2 · queued',
  ])
})

test('an agent that is done is folded to what it took and the first line it said; unfolded all of it is there', async () => {
  const output = {
    status: 'completed',
    totalToolUseCount: 12,
    totalTokens: 8_200,
    totalDurationMs: 34_000,
    content: [{ type: 'text', text: 'Found **3** tests.\n\nThey are in src.' }],
  }
  const done = call('1', { state: 'done', output })
  const rows = [agent('1', { status: 'completed', usd: 0.25 })]
  const show = async (verbose: boolean, width = 80) => {
    const view = await fakeView({ width, agents: { rows, asking: NOBODY } })
    const transcript = { done: [done], live: [], generation: 0 }
    return bare(createScribe().advance({ transcript, verbose }, { ...view, maxTail: 9 }).print)
  }
  const title = '● Explore task 1 · 12 tool uses · 8.2k tokens · $0.25 · 34 s'
  expect((await show(false, 52))[0]).toBe('● Explore task 1 · 12 tool uses · 8.2k tokens · $0.…')
  expect(await show(false)).toEqual([title, '  └ Found 3 tests.'])
  expect(await show(true)).toEqual([title, '  └ Found 3 tests.', '', '    They are in src.'])
})
