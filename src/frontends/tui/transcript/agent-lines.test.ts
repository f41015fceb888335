import { expect, test } from 'vitest'
import { agentInfo, agentRow } from '../../../../test/support/agent-infos.ts'
import { fakeView } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { EMPTY_TRANSCRIPT } from '../state/transcript.ts'
import type { AgentRow } from '../state/ui-state.ts'
import { loadWords } from '../text/words.ts'
import { agentLines } from './agent-lines.ts'
import { renderItem } from './render-item.ts'
import type { View } from './render-options.ts'

const NOBODY: ReadonlySet<string> = new Set()

const linesOf = (agents: readonly AgentRow[], view: View, asking = NOBODY) =>
  agentLines({ agents, transcript: EMPTY_TRANSCRIPT }, { ...view, agents: { rows: agents, asking } }).map(
    stripAnsi,
  )

const thread = (id: string, more: Partial<AgentRow> = {}): AgentRow => ({
  id,
  name: `agent ${id}`,
  startedAt: 40_000,
  tools: 0,
  tokens: 0,
  ...more,
})
const call = presented({ id: 't', name: 'Read', input: { file_path: '/w/src/a.ts' } })

test('an agent at work is one line: who, what it does, tokens, for how long', async () => {
  const agents = [thread('1'), thread('2', { call, tools: 1, tokens: 1_234, startedAt: 99_000 })]
  expect(linesOf(agents, await fakeView({ width: 80 }))).toEqual([
    '◇ agent 1 · thinking · 1 min 0 s',
    '◇ agent 2 · Read src/a.ts · 1.2k tokens · 1 s',
  ])
})

test('the line has the task and the cost where the session tells them, and what was done last', async () => {
  const background = { background: true, requests: 2, tokens: 12_345, usd: 0.123, lastAction: 'Grep "x"' }
  const agents = [agentRow(agentInfo('1', background))]
  expect(linesOf(agents, await fakeView({ width: 90 }))).toEqual([
    '◇ agent 1: task 1 · Grep "x" · 12.3k tokens · $0.12 · 1 min 0 s',
  ])
})

test('agents that an agent started stand below it, a step further in, with how they are', async () => {
  const agents = [
    agentRow(agentInfo('1', { description: '' })),
    agentRow(agentInfo('other', { status: 'idle', description: '' })),
    agentRow(agentInfo('2', { parent: '1', status: 'completed', endedAt: 50_000, description: '' })),
    agentRow(agentInfo('3', { parent: '2', status: 'failed', endedAt: 41_000, description: '' })),
  ]
  expect(linesOf(agents, await fakeView({ width: 80 }))).toEqual([
    '◇ agent 1 · thinking · 1 min 0 s',
    '  ✓ agent 2 · done · 10 s',
    '    ✗ agent 3 · failed · 1 s',
    '○ agent other · idle · 1 min 0 s',
  ])
})

test('an agent whose call runs on the screen stands there and not here, and neither does one that has ended', async () => {
  const view = await fakeView()
  const agents = [agentRow(agentInfo('1')), agentRow(agentInfo('2', { status: 'completed' }))]
  const live = [
    presented({ kind: 'tool', id: 'toolu_1', name: 'Agent', input: {}, state: 'running' } as const),
  ]
  expect(agentLines({ agents, transcript: { ...EMPTY_TRANSCRIPT, live } }, view)).toEqual([])
})

test('an agent that asks waits for the answer', async () => {
  const [line] = linesOf([thread('1', { call })], await fakeView({ width: 80 }), new Set(['1']))
  expect(line).toBe('? agent 1 · waiting for your answer · 1 min 0 s')
})

test('a narrow screen keeps who and what; nothing a model wrote acts on it', async () => {
  const evil = thread('\u001b[2J', { call: { ...call, name: 'X\u001b[1m' }, tokens: 5 })
  const [line = ''] = linesOf([evil], await fakeView({ width: 40 }))
  expect(line).toContain('\\u{1b}[2J')
  expect(line.length).toBeLessThanOrEqual(40)
  expect(line).toContain('X\\u{1b}')
})

test('of many agents some are counted', async () => {
  const agents = ['1', '2', '3', '4', '5', '6', '7', '8'].map(id => thread(id))
  const lines = linesOf(agents, await fakeView())
  expect([lines.length, lines.at(-1)]).toEqual([6, '+3 more'])
})

test.each([
  ['en', 'done', '◆ Explore: done, 3 tool uses, 12.3k tokens'],
  ['en', 'stopped', '◆ Explore: stopped early, 3 tool uses, 12.3k tokens'],
  ['zh', 'failed', '✗ Explore：失败，调用工具 3 次，12.3k token'],
] as const)('in %s the end of an agent that is %s reads %j', async (language, ended, line) => {
  const view = await fakeView({ words: await loadWords(language) })
  const item = { kind: 'agent', id: 'x', name: 'Explore', ended, tools: 3, tokens: 12_345 } as const
  expect(renderItem(item, view).map(stripAnsi)).toEqual([line])
})

test('of one in the background its end also says what it was to do, what it cost and for how long', async () => {
  const view = await fakeView({ width: 90 })
  const facts = { tools: 3, tokens: 999, usd: 0.5, ms: 61_000 }
  const item = {
    kind: 'agent',
    id: 'x',
    name: 'Plan',
    about: 'think\nit over',
    ended: 'done',
    ...facts,
  } as const
  expect(renderItem(item, view).map(stripAnsi)).toEqual([
    '◆ Plan (think it over): done, 3 tool uses, 999 tokens, $0.50, 1 min 1 s',
  ])
})

test.each([
  ['en', 'done', undefined, '◆ Workflow review: done, 3 of 3 steps, 1.2k tokens, $0.50, 1 min 1 s'],
  [
    'en',
    'failed',
    'Step a failed:\nExit code 3.',
    '✗ Workflow review: failed, 1 of 3 steps, 1.2k tokens, $0.50, 1 min 1 s — Step a failed: Exit code 3.',
  ],
  ['zh', 'done', undefined, '◆ 工作流 review：完成，3/3 步，1.2k token，$0.50，1 分 1 秒'],
] as const)('in %s the end of a workflow that is %s is one line', async (language, ended, error, line) => {
  const view = await fakeView({ width: 120, words: await loadWords(language) })
  const workflow = { done: ended === 'done' ? 3 : 1, steps: 3, ...(error === undefined ? {} : { error }) }
  const facts = { tools: 0, tokens: 1_200, usd: 0.5, ms: 61_000, workflow }
  const item = { kind: 'agent', id: 'x', name: 'review', ended, ...facts } as const
  expect(renderItem(item, view).map(stripAnsi)).toEqual([line])
})

test('a screen reader hears no drawn marks', async () => {
  const view = await fakeView({ plain: true })
  expect(linesOf([thread('1')], view)).toEqual(['agent 1 · thinking · 1 min 0 s'])
})

test.each([
  ['TeamCreate', { team_name: 'crew' }, { team_name: 'crew', lead_agent_id: 'l' }, 'Team created'],
  ['TeamDelete', {}, { team_name: 'crew' }, 'Team crew deleted'],
  ['SendMessage', { to: 'ann', message: 'x' }, { recipients: ['ann'], message: 'm' }, 'Sent to ann'],
  ['SendMessage', { to: 'a1', message: 'x' }, { agent: {}, message: 'm' }, 'Message sent'],
  [
    'Agent',
    { name: 'ann', description: 'd' },
    { status: 'teammate_spawned', agentId: 'a', name: 'ann', team: 'crew' },
    'Joined team crew',
  ],
])('what %s tells the model is not what a person reads', async (name, input, output, shown) => {
  const item = {
    kind: 'tool',
    id: 't',
    name,
    input,
    output,
    state: 'done',
    text: 'Words to the model.',
  } as const
  const lines = renderItem(presented(item), await fakeView({ width: 80 })).map(stripAnsi)
  expect(lines.join('\n')).toContain(shown)
  expect(lines.join('\n')).not.toContain('Words to the model')
})

test('the row of an agent in the foreground that was stopped says so', async () => {
  const item = {
    kind: 'tool',
    id: 't',
    name: 'Agent',
    input: { description: 'look' },
    output: { status: 'completed', stoppedBy: 'It was stopped before it was done.', content: [] },
    state: 'done',
  } as const
  const [head] = renderItem(presented(item), await fakeView({ width: 80 })).map(stripAnsi)
  expect(head).toContain('stopped early')
})
