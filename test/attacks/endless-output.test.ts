import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createShellHost } from '../../src/features/shell/shell-host.ts'
import type { TaskRegistry } from '../../src/features/tasks/task-registry.ts'
import type { TaskInfo, ToolCall } from '../../src/protocol/tool.ts'
import { englishOf } from '../support/english-of.ts'
import { makeToolCall } from '../support/tool-call.ts'

const LIMIT = 1_000_000
const limits = { floodBytes: LIMIT, abortGraceMs: 100 }
/** Ends by itself far beyond the limit: nothing is left running when the limit does not hold. */
const FLOOD = 'head -c 20000000 /dev/zero'
/** Deaf to a request to end, so that it prints on while it is being ended. */
const DEAF = `trap '' TERM; ${FLOOD}; ${FLOOD}`

const ended = async (call: ToolCall, id: string): Promise<TaskInfo> =>
  (await call.tasks.output(id, { waitMs: 60_000, signal: call.signal })).task
const notes = (call: ToolCall): string =>
  (call.tasks as TaskRegistry)
    .takeNotes()
    .map(({ text }) => text)
    .join('\n')
const SAID = 'The command was ended because it printed more than 1000000 bytes.'

test.each([
  ['a plain flood', FLOOD],
  ['one that is deaf to a request to end', DEAF],
  ['one in a process of its own', `setsid ${FLOOD}`],
  ['one of many processes', `for i in 1 2; do ${FLOOD} & done; wait`],
])(
  'output in the background is kept up to the limit, then the command is ended and that is said: %s',
  async (_name, command) => {
    const call = makeToolCall({ limits })
    const { id, outputFile } = await call.processes.background({ command, description: 'x' })
    const task = await ended(call, id)
    expect([task.status, statSync(outputFile ?? '').size]).toEqual(['failed', LIMIT])
    expect(notes(call)).toContain(SAID)
  },
)

test('a command that went on in the background after its time is bounded as well', async () => {
  const call = makeToolCall({ limits })
  const end = await call.processes.shell({
    command: `read -rt 1 < <(sleep 2); ${FLOOD}`,
    timeoutMs: 1,
    atTimeout: 'background',
    signal: call.signal,
    hardened: false,
  })
  const task = await ended(call, end.taskId ?? '')
  expect([end.ended, task.status, statSync(task.outputFile ?? '').size]).toEqual(['timeout', 'failed', LIMIT])
  expect(notes(call)).toContain(SAID)
})

test('in the foreground the same holds', async () => {
  const call = makeToolCall({ limits })
  const end = await call.processes.shell({
    command: FLOOD,
    timeoutMs: 60_000,
    signal: call.signal,
    hardened: false,
  })
  expect([englishOf(end.notice), statSync(end.outputFile ?? '').size]).toEqual([SAID, LIMIT])
})

test('without a limit all of it is on the disk', async () => {
  const call = makeToolCall({ limits: { floodBytes: 1e9 } })
  const end = await call.processes.shell({
    command: FLOOD,
    timeoutMs: 60_000,
    signal: call.signal,
    hardened: false,
  })
  expect(statSync(end.outputFile ?? '').size).toBe(20_000_000)
})

test('the limit is half a gibibyte', () => {
  const host = createShellHost({
    env: {},
    secretNames: [],
    cwd: () => '/',
    setCwd: () => undefined,
    roots: () => ['/'],
    outputDir: () => '/nowhere',
    tasks: {} as TaskRegistry,
  })
  expect(host.limits.floodBytes).toBe(512 * 1024 ** 2)
})
