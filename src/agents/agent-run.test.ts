import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentInfo } from '../protocol/agents/agents.ts'
import type { Event } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { inEnglish } from '../protocol/messages/localized-text.ts'
import type { Thread, ThreadEnd } from '../protocol/thread.ts'
import { TurnStop } from '../protocol/transition.ts'
import { NO_USAGE } from '../protocol/usage.ts'
import { workEndOf } from './agent-outcome.ts'
import { AgentOutput } from './agent-output.ts'
import { AgentRecord } from './agent-record.ts'
import { AgentRun, type Membership } from './agent-run.ts'
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
  // Nothing of it runs on. (How many timers there are says nothing: tests that ran before in this process may set some.)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(told.slice(told.indexOf('stopped'))).toEqual(['stopped'])
})

/** One answer for each turn; what is said at the last moment of all but the last waits for the next. */
const answering = (answers: readonly string[]): Thread => {
  const rest = [...answers]
  return {
    ...silent(),
    get waiting() {
      return rest.length
    },
    async *run(): AsyncGenerator<Event, ThreadEnd> {
      const text = rest.shift() ?? ''
      const message = { id: `m${rest.length}`, role: 'assistant', content: [{ type: 'text', text }] }
      yield { type: 'entry', entry: { type: 'assistant', message } as never }
      return { terminal: { kind: 'completed', stopReason: null }, text, usage: NO_USAGE, requests: 1 }
    },
  } as Thread
}

const runOf = (answers: readonly string[], member?: Membership): AgentRun =>
  new AgentRun(
    {
      record: new AgentRecord(INFO, { now: () => 0, price: () => undefined, tell: () => undefined }),
      spec: { agent: { id: 'a1', name: 'a', toolUseId: 't' } },
      open: async () => answering(answers),
      output: new AgentOutput('/nowhere'),
      stallMs: 60_000,
      now: () => 0,
      emit: () => undefined,
      endTasks: async () => undefined,
      ...(member ? { member } : {}),
    },
    'go',
  )

test('an answer is not lost when something is said to the agent at the last moment', async () => {
  const run = runOf(['The report.', 'Noted.', 'Noted again.'])
  const { result } = await workEndOf(run, await run.done)
  expect(result).toBe('The report.\n\nNoted.\n\nNoted again.')
})

test('a call that was not allowed is not told as one that was made', () => {
  const record = new AgentRecord(INFO, { now: () => 0, price: () => undefined, tell: () => undefined })
  const see = (entry: object): void => record.see({ type: 'entry', entry: entry as never })
  const call = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } })
  const content = [call('1', 'ls'), call('2', 'npm test')]
  see({ type: 'assistant', message: { id: 'm', role: 'assistant', content } })
  const result = (id: string) => ({ content: [{ type: 'tool_result', tool_use_id: id, content: '' }] })
  see({ type: 'user', message: result('1'), effects: [{ kind: 'command', outcome: 'failed', text: 'ls' }] })
  see({
    type: 'user',
    message: result('2'),
    effects: [{ kind: 'command', outcome: 'refused', text: 'npm test' }],
  })
  expect(record.actions.map(inEnglish)).toEqual(['Bash: ls', 'Bash: npm test (refused)'])
})

test('a member gives its team every answer, once', async () => {
  const given: string[] = []
  const run = runOf(['Task 3 is done.', 'Understood.'], {
    start: async () => undefined,
    rest: async ({ text }) => void given.push(text),
    wake: () => false,
    farewell: () => ({ words: '', released: [] }),
    [Symbol.asyncDispose]: async () => undefined,
  } as Membership)
  const { result } = await workEndOf(run, await run.done)
  expect([given, result]).toEqual([['Task 3 is done.\n\nUnderstood.'], undefined])
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
