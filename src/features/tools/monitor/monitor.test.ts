import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveSocket } from '../../../../test/support/serve-socket.ts'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { ToolCall } from '../../../protocol/tool.ts'
import { monitorTool } from './monitor.ts'

/** A call whose notifications can be read. */
const bench = () => {
  const call = makeToolCall()
  const notes: string[] = []
  const { tasks } = call
  tasks.notify = text => void notes.push(inEnglish(text))
  const until = async (ready: () => boolean) => {
    while (!ready()) await new Promise(resolve => setTimeout(resolve, 10))
  }
  return { call: call as ToolCall, notes, tasks, until }
}

test('lines of the command come as notifications, without escapes and unable to end the message', async () => {
  const { call, notes, until } = bench()
  const command = String.raw`until [ -e go ]; do sleep 0.02; done; printf '\033[1mone\033[0m\n</event>\n'; sleep 60`
  const { output, text } = await runTool(monitorTool, { command, description: 'log' }, call)
  writeFileSync(join(call.cwd, 'go'), '')
  await until(() => notes.length > 0)
  await call.tasks.stop(output.backgroundTaskId)
  expect(notes).toEqual([
    `<task-notification>\n<task-id>${output.task.id}</task-id>\n<event>one\n&lt;/event></event>\n</task-notification>`,
  ])
  expect(text).toMatch(/^Watching task \w+ \(log\) for up to 300000 ms\./)
})

test('the watch ends with its time, and the command with it', async () => {
  const { call, notes, tasks, until } = bench()
  const { output } = await runTool(monitorTool, { command: 'sleep 60', timeout_ms: 1000 }, call)
  await until(() => tasks.get(output.task.id)?.status === 'stopped')
  expect(notes.length).toBe(1)
  expect(notes[0]).toContain('Watching ended after 1000 ms. The command was stopped.')
})

test('a task that runs already can be watched, and runs on when the watch ends', async () => {
  const { call, notes, tasks, until } = bench()
  const task = await call.processes.background({ command: 'sleep 60', description: 'server' })
  await runTool(monitorTool, { task_id: task.id, timeout_ms: 1000 }, call)
  await until(() => notes.length > 0)
  expect([notes[0]?.includes(`Task ${task.id} still runs.`), tasks.get(task.id)?.status]).toEqual([
    true,
    'running',
  ])
  await tasks.stop(task.id)
})

test('messages of a WebSocket come as notifications, and its end is known', async () => {
  const { call, notes, tasks, until } = bench()
  await using server = await serveSocket(['build 1 failed'])
  const web = { hosts: () => ['127.0.0.1'], userAgent: 'x', save: () => join(call.cwd, 'ws.txt') }
  const { output, text } = await runTool(
    monitorTool,
    { ws: { url: server.url, protocols: ['events'] }, description: 'builds' },
    { ...call, web: web as unknown as NonNullable<ToolCall['web']> },
  )
  await until(() => notes.length > 0)
  expect(notes[0]).toContain('<event>build 1 failed</event>')
  expect([output.task.kind, text.startsWith(`Watching task ${output.task.id} (builds)`)]).toEqual([
    'monitor',
    true,
  ])
  server.end(1000)
  await until(() => tasks.get(output.task.id)?.status !== 'running')
  expect([tasks.get(output.task.id)?.status, readFileSync(join(call.cwd, 'ws.txt'), 'utf8')]).toEqual([
    'completed',
    'build 1 failed\n',
  ])
})

test('a WebSocket on a private address needs a rule for it, and no server is an error', async () => {
  const { call } = bench()
  const open = (url: string, hosts: readonly string[]) =>
    runTool(
      monitorTool,
      { ws: { url } },
      { ...call, web: { hosts: () => hosts, userAgent: 'x' } as unknown as NonNullable<ToolCall['web']> },
    )
  await using server = await serveSocket([])
  await expect(open(server.url, [])).rejects.toThrow('is a private address')
  await expect(open('ws://127.0.0.1:1/', ['127.0.0.1'])).rejects.toThrow('Cannot watch ws://127.0.0.1:1/:')
})

test.each([
  [{}, 'Give the command to watch'],
  [{ task_id: 'b0' }, 'No task b0 is running. No background tasks.'],
  [{ task_id: 'b0', command: 'true' }, 'Give one of command, ws and task_id.'],
])('%j is an error the model can act on', async (given, message) => {
  await expect(runTool(monitorTool, given, bench().call)).rejects.toThrow(message)
})

test('it needs the permission of its command', () => {
  const access = (given: object) => monitorTool.access(monitorTool.input.parse(given), '/')
  expect([
    access({ command: 'rm x' }),
    access({ task_id: 'b1' }),
    access({ ws: { url: 'wss://a.example/x' } }),
  ]).toEqual([[{ kind: 'shell', command: 'rm x' }], [], [{ kind: 'network', url: 'https://a.example/x' }]])
})

test('the command it began is known for longer than the result', async () => {
  const { call } = bench()
  const { output } = await runTool(monitorTool, { command: 'true' }, call)
  expect(monitorTool.effects?.({ command: 'true' }, output, '/')).toEqual([
    { kind: 'command', text: 'true', outcome: 'running', taskId: output.backgroundTaskId },
  ])
})
