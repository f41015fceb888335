import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentInfo } from '../protocol/agents/agents.ts'
import type { Message } from '../protocol/message.ts'
import type { Thread, ThreadEnd } from '../protocol/thread.ts'
import { TurnStop } from '../protocol/transition.ts'
import { NO_USAGE } from '../protocol/usage.ts'
import { AgentOutput } from './agent-output.ts'
import { AgentRecord } from './agent-record.ts'
import { AgentRun } from './agent-run.ts'
import { forkDirective, isForked } from './fork-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const INFO: AgentInfo = {
  id: 'a1',
  name: 'a',
  type: 'a',
  description: 'd',
  status: 'running',
  background: false,
  toolUseId: 't',
  model: 'm',
  mode: 'default',
  cwd: '/',
  startedAt: 0,
  requests: 0,
  toolUses: 0,
  tokens: 0,
  usd: 0,
}

/** A thread that says nothing until it is ended, and then how. */
const silent = (): Thread => ({
  path: undefined,
  waiting: 0,
  async *run(_said, signal): AsyncGenerator<never, ThreadEnd> {
    yield* []
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
    const { reason } = signal
    const terminal = reason instanceof TurnStop ? reason.terminal : { kind: 'aborted_streaming' as const }
    return { terminal, text: '', usage: NO_USAGE, requests: 0 }
  },
  prefix: () => {
    throw new Error('nobody asks')
  },
  say: () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
})

test('an agent whose model says nothing for too long is given up', async () => {
  const told: string[] = []
  const record = new AgentRecord(INFO, {
    now: () => Date.now(),
    price: () => undefined,
    tell: ({ status }) => told.push(status),
  })
  const run = new AgentRun(
    {
      record,
      spec: { agent: { id: 'a1', name: 'a', toolUseId: 't' } },
      open: async () => silent(),
      output: new AgentOutput('/nowhere'),
      stallMs: 60_000,
      now: () => Date.now(),
      emit: () => undefined,
      endTasks: async () => undefined,
    },
    'go',
  )
  await vi.advanceTimersByTimeAsync(59_000)
  expect(told).toEqual(['running'])
  await vi.advanceTimersByTimeAsync(2_000)
  const { end } = await run.done
  expect(end?.terminal).toMatchObject({ kind: 'time_limit', message: expect.stringContaining('1 min') })
  expect([told.at(-1), vi.getTimerCount()]).toEqual(['stopped', 0])
})

test('a fork is known by what it was told, whatever became of what was said before', () => {
  const said = (content: string): Message => ({
    type: 'user',
    uuid: 'u',
    timestamp: '',
    message: { role: 'user', content },
  })
  expect(isForked([said('a summary'), said(forkDirective('do it'))])).toBe(true)
  expect(isForked([said('a summary'), said('do it')])).toBe(false)
})
