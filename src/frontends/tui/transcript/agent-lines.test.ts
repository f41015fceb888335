import { expect, test } from 'vitest'
import { fakeView } from '../../../../test/support/fake-look.ts'
import { permissionRequest } from '../../../../test/support/permission-request.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { loadWords } from '../text/words.ts'
import { agentLines } from './agent-lines.ts'
import type { View } from './look.ts'
import { renderItem } from './render-item.ts'

const linesOf = (state: Parameters<typeof agentLines>[0], view: View) =>
  agentLines(state, view).map(stripAnsi)

const agent = (id: string, more = {}) => ({
  id,
  name: `agent ${id}`,
  startedAt: 40_000,
  tools: 0,
  tokens: 0,
  ...more,
})
const call = { id: 't', name: 'Read', input: { file_path: '/w/src/a.ts' } }

test('an agent at work is one line: who, what it does, tokens, for how long', async () => {
  const agents = [agent('1'), agent('2', { call, tools: 1, tokens: 1_234, startedAt: 99_000 })]
  expect(linesOf({ agents, requests: [] }, await fakeView({ width: 80 }))).toEqual([
    '◇ agent 1 · thinking · 1 min 0 s',
    '◇ agent 2 · running Read(src/a.ts) · 1.2k tokens · 1 s',
  ])
})

test('an agent that asks waits for the answer', async () => {
  const origin = { id: '1', name: 'agent 1', toolUseId: 'x' }
  const requests = [permissionRequest({ agent: origin })]
  const [line] = linesOf({ agents: [agent('1', { call })], requests }, await fakeView({ width: 80 }))
  expect(line).toBe('◇ agent 1 · waiting for your answer · 1 min 0 s')
})

test('a narrow screen keeps who and what; nothing a model wrote acts on it', async () => {
  const evil = agent('\u001b[2J', { call: { ...call, name: 'X\u001b[1m' }, tokens: 5 })
  const [line = ''] = linesOf({ agents: [evil], requests: [] }, await fakeView({ width: 40 }))
  expect(line).toContain('\\u{1b}[2J')
  expect(line.length).toBeLessThanOrEqual(40)
  expect(line).toContain('running X')
})

test('of many agents some are counted', async () => {
  const agents = ['1', '2', '3', '4', '5', '6', '7', '8'].map(id => agent(id))
  const lines = linesOf({ agents, requests: [] }, await fakeView())
  expect([lines.length, lines.at(-1)]).toEqual([6, '… and 3 more agents'])
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

test('a screen reader hears no drawn marks', async () => {
  const view = await fakeView({ plain: true })
  expect(linesOf({ agents: [agent('1')], requests: [] }, view)).toEqual(['agent 1 · thinking · 1 min 0 s'])
})
