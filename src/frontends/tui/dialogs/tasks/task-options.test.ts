import { expect, test } from 'vitest'
import { agentInfo } from '../../../../../test/support/agent-infos.ts'
import { NOW } from '../../../../../test/support/panel-world.ts'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import { loadWords } from '../../text/words.ts'
import { lastLine, taskOptions, workRows } from './task-options.ts'

const task = (id: string, more: Partial<TaskInfo> = {}): TaskInfo => ({
  id,
  kind: 'shell',
  description: id,
  status: 'running',
  startedAt: NOW - 5_000,
  ...more,
})

const shown = async (rows: Parameters<typeof workRows>, language: 'en' | 'zh' = 'en') =>
  taskOptions(workRows(...rows), { words: await loadWords(language), now: NOW }).map(
    ({ label, detail }) => `${label} | ${detail}`,
  )

test('what runs comes before what is over, the newest first', async () => {
  const rows = [
    task('over', { status: 'completed', exitCode: 0, endedAt: NOW - 1_000 }),
    task('older', { startedAt: NOW - 90_000 }),
    task('newer', { description: '', command: 'npm run dev' }),
  ].map(each => ({ task: each, last: each.id === 'newer' ? 'up\u0007' : '' }))
  expect(await shown([rows, []])).toEqual([
    '● npm run dev | running · 5 s · up\\u{7}',
    '● older | running · 1 min 30 s',
    '✓ over | done · 4 s · exit code 0',
  ])
})

test('all seven kinds are listed by name', async () => {
  const kinds = ['shell', 'agent', 'teammate', 'remote_agent', 'dream', 'workflow', 'monitor'] as const
  const rows = kinds.map((kind, at) => ({
    task: task(kind, { kind, startedAt: NOW - at * 1_000 }),
    last: '',
  }))
  expect(await shown([rows, []])).toEqual([
    '● shell | running · 0 s',
    '● agent | agent · running · 1 s',
    '● teammate | teammate · running · 2 s',
    '● remote_agent | remote agent · running · 3 s',
    '● dream | memory · running · 4 s',
    '● workflow | workflow · running · 5 s',
    '● monitor | monitor · running · 6 s',
  ])
})

test('an agent is one row with tokens, cost and what it did last, also when it is a task as well', async () => {
  const facts = {
    name: 'Explore',
    description: 'find it',
    tokens: 12_345,
    usd: 0.125,
    lastAction: 'Read a.ts',
  }
  const agent = agentInfo('a1', { ...facts, startedAt: NOW - 61_000 })
  const idle = agentInfo('a2', {
    name: 'ada',
    description: '',
    team: 't',
    status: 'idle',
    startedAt: NOW - 62_000,
  })
  const rows = [{ task: task('a1', { kind: 'agent' }), last: 'never shown' }]
  expect(await shown([rows, [agent, idle]])).toEqual([
    '● Explore: find it | agent · running · 1 min 1 s · 12.3k tokens · $0.13 · Read a.ts',
    '○ ada | teammate · idle · 1 min 2 s',
  ])
  expect((await shown([rows, [agent]], 'zh'))[0]).toMatch(/^● Explore: find it \| 智能体 · 运行中 · /)
})

test.each([
  ['', ''],
  ['a\nb\n\n', 'b'],
  ['10%\r20%\r', '20%'],
  ['\u001b[32mgreen\u001b[0m\n  \n', 'green'],
])('the last line of %j is %j', (output, line) => {
  expect(lastLine(output)).toBe(line)
})
