import { expect, test } from 'vitest'
import type { TaskInfo } from '../../protocol/tool.ts'
import { fromTask } from './task-messages.ts'

const task: TaskInfo = {
  id: 'b1',
  kind: 'shell',
  description: 'serve',
  status: 'running',
  outputFile: '/out',
  startedAt: 0,
  toolUseId: 'toolu_1',
}
const identity = () => ({ uuid: 'u', session_id: 's' })
const NAME = { task_id: 'b1', tool_use_id: 'toolu_1' }

test('the start of a task is told with all that run', () => {
  expect(fromTask({ type: 'task', change: 'started', task, summary: '', running: [task] }, identity)).toEqual(
    [
      {
        type: 'system',
        subtype: 'task_started',
        ...NAME,
        description: 'serve',
        task_type: 'local_bash',
        is_backgrounded: true,
        ...identity(),
      },
      {
        type: 'system',
        subtype: 'background_tasks_changed',
        tasks: [{ ...NAME, task_type: 'local_bash', description: 'serve', status: 'running' }],
        ...identity(),
      },
    ],
  )
})

test('the end of a task is told with its status, words and file', () => {
  const ended = { ...task, status: 'failed', exitCode: 2 } as const
  expect(
    fromTask({ type: 'task', change: 'ended', task: ended, summary: 'It failed.', running: [] }, identity),
  ).toEqual([
    {
      type: 'system',
      subtype: 'task_notification',
      ...NAME,
      status: 'failed',
      output_file: '/out',
      summary: 'It failed.',
      ...identity(),
    },
    { type: 'system', subtype: 'background_tasks_changed', tasks: [], ...identity() },
  ])
})

test.each<[TaskInfo['kind'], string]>([
  ['shell', 'local_bash'],
  ['agent', 'local_agent'],
  ['teammate', 'in_process_teammate'],
  ['remote_agent', 'remote_agent'],
  ['dream', 'dream'],
  ['workflow', 'local_workflow'],
  ['monitor', 'monitor_mcp'],
])('work of kind %s is %s on the wire', (kind, type) => {
  const [told] = fromTask(
    { type: 'task', change: 'started', task: { ...task, kind }, summary: '', running: [] },
    identity,
  )
  expect(told).toMatchObject({ task_type: type })
})

test('what an agent used is told with its end', () => {
  const ended = {
    ...task,
    kind: 'agent',
    status: 'completed',
    endedAt: 50,
    usage: { tokens: 9, toolUses: 2 },
  } as const
  const [told] = fromTask({ type: 'task', change: 'ended', task: ended, summary: '', running: [] }, identity)
  expect(told).toMatchObject({ usage: { total_tokens: 9, tool_uses: 2, duration_ms: 50 } })
})
