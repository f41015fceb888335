import { expect, test } from 'vitest'
import { agentInfo } from '../../../test/support/agent-infos.ts'
import { AnnouncedAgents, fromAgent } from './agent-messages.ts'
import { fromTask } from './task-messages.ts'

const IDENTITY = { uuid: 'u', session_id: 's' }
const identity = () => IDENTITY
const NAME = { type: 'system', task_id: 'a1', tool_use_id: 'toolu_a1', ...IDENTITY }

const tell = (...changes: readonly Parameters<typeof agentInfo>[1][]) => {
  const told = new AnnouncedAgents(() => 70_000)
  return changes.map(more => fromAgent(agentInfo('a1', more), told, identity))
}

test('an agent begins, gets on and ends in the words of the wire, each time with what it used', () => {
  const [began, got, ended] = tell(
    {},
    { toolUses: 2, tokens: 90, lastAction: 'Read: a.ts' },
    { toolUses: 3, tokens: 99, status: 'completed', endedAt: 50_000, transcript: '/t.jsonl' },
  )
  expect(began).toEqual([
    {
      ...NAME,
      subtype: 'task_started',
      description: 'task a1',
      task_type: 'local_agent',
      subagent_type: 'general-purpose',
      is_backgrounded: false,
    },
  ])
  expect(got).toEqual([
    {
      ...NAME,
      subtype: 'task_progress',
      description: 'task a1',
      subagent_type: 'general-purpose',
      usage: { total_tokens: 90, tool_uses: 2, duration_ms: 30_000 },
      last_tool_name: 'Read',
      summary: 'Read: a.ts',
    },
  ])
  expect(ended).toEqual([
    {
      ...NAME,
      subtype: 'task_notification',
      status: 'completed',
      output_file: '/t.jsonl',
      summary: 'Agent "task a1" completed',
      usage: { total_tokens: 99, tool_uses: 3, duration_ms: 10_000 },
    },
  ])
})

test('an end is told once, and one that goes on afterwards begins again', () => {
  const subtypes = tell({}, { status: 'failed' }, { status: 'failed' }, {}).map(lines =>
    lines.map(({ subtype }) => subtype),
  )
  expect(subtypes).toEqual([['task_started'], ['task_notification'], [], ['task_started']])
})

test('going to the background is told, and its end there is told as that of any background work, once', () => {
  const told = new AnnouncedAgents(() => 70_000)
  const lines = [{}, { background: true }, { background: true, status: 'completed' } as const].map(more =>
    fromAgent(agentInfo('a1', more), told, identity).map(({ subtype }) => subtype),
  )
  expect(lines).toEqual([['task_started'], ['task_updated', 'task_progress'], []])
  const task = { id: 'a1', kind: 'agent', description: 'd', status: 'running', startedAt: 0 } as const
  const of = (change: 'started' | 'ended', status: 'running' | 'completed') =>
    fromTask(
      { type: 'task', change, task: { ...task, status }, summary: 'It ended.', running: [] },
      identity,
      told,
    ).map(({ subtype }) => subtype)
  expect(of('started', 'running')).toEqual(['background_tasks_changed'])
  expect(of('ended', 'completed')).toEqual(['task_notification', 'background_tasks_changed'])
})
