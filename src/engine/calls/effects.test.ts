import { expect, test } from 'vitest'
import type { Effect } from '../../protocol/context.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { currentEffects } from './effects.ts'

const started: Effect = {
  kind: 'command',
  text: 'npm run dev',
  outcome: 'running',
  taskId: 't1',
  toolUseId: 'c1',
  at: '2026-01-01T00:00:00.000Z',
}
const task = (more: Partial<TaskInfo>): TaskInfo => ({
  id: 't1',
  kind: 'shell',
  description: '',
  status: 'running',
  startedAt: 0,
  ...more,
})

test.each<[string, readonly TaskInfo[], Partial<Effect>]>([
  ['is still at it', [task({})], {}],
  ['has ended', [task({ status: 'completed', exitCode: 0 })], { outcome: 'done', detail: 'exit code 0' }],
  ['has failed', [task({ status: 'failed', exitCode: 3 })], { outcome: 'failed', detail: 'exit code 3' }],
  ['was stopped', [task({ status: 'stopped' })], { outcome: 'done', detail: 'stopped' }],
  [
    'was of another run',
    [task({ id: 't2' })],
    { outcome: 'interrupted', detail: 'it ran in the background when the program ended' },
  ],
])('background work that %s', (_name, tasks, change) => {
  const done: Effect = { ...started, outcome: 'done' }
  expect(currentEffects([done, started], tasks)).toEqual([done, { ...started, ...change }])
})

test('a file that a call told of is not told again because it was found, whichever came first', () => {
  const rest = { kind: 'write', outcome: 'done', at: '', userMessageUuid: 'u1' } as const
  const told: Effect = { ...rest, text: '/p/a', toolUseId: 'c1' }
  const found: Effect = { ...rest, text: '/p/a' }
  const other: Effect = { ...rest, text: '/p/b' }
  const later: Effect = { ...found, userMessageUuid: 'u2' }
  expect(currentEffects([found, told, found, other, later], [])).toEqual([told, other, later])
})
