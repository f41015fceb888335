import { expect, test } from 'vitest'
import { AgentStopped, TurnStop } from '../protocol/transition.ts'
import { ToolExecutor } from './tool-executor.ts'
import type { CallOutcome, CallPlan, CallRequest, ToolRunner } from './turn.ts'

const SAFE: CallPlan = {
  parallel: true,
  readOnly: true,
  interrupt: 'cancel',
  survivesSiblings: false,
}
const ALONE: CallPlan = { ...SAFE, parallel: false, readOnly: false }
const SHELL: CallPlan = ALONE

/** A runner whose calls end when the test says so. */
class Bench implements ToolRunner {
  readonly maxParallel: number
  readonly log: string[] = []
  readonly #plans: Record<string, CallPlan>
  readonly #open = new Map<string, (outcome: Partial<CallOutcome>) => void>()

  constructor(plans: Record<string, CallPlan>, maxParallel = 10) {
    this.#plans = plans
    this.maxParallel = maxParallel
  }
  plan(call: CallRequest): CallPlan {
    return this.#plans[call.block.id] ?? SAFE
  }
  run(call: CallRequest, signal: AbortSignal): Promise<CallOutcome> {
    const { id } = call.block
    this.log.push(`start ${id}`)
    return new Promise(resolve => {
      const end = (outcome: Partial<CallOutcome>): void => {
        this.log.push(`end ${id}`)
        resolve({
          result: { type: 'tool_result', tool_use_id: id, content: `done ${id}` },
          ...outcome,
        })
      }
      this.#open.set(id, end)
      signal.addEventListener('abort', () => {
        this.log.push(`abort ${id}`)
        end({})
      })
    })
  }
  async end(id: string, outcome: Partial<CallOutcome> = {}): Promise<void> {
    this.#open.get(id)?.(outcome)
    await settled()
  }
}

/** Lets everything that can go on without the outside world go on. */
const settled = () => new Promise(resolve => setImmediate(resolve))
const request = (id: string): CallRequest => ({ block: { type: 'tool_use', id, name: 'T', input: {} } })
const results = async (executor: ToolExecutor): Promise<unknown[]> =>
  (await Array.fromAsync(executor.outcomes())).map(({ outcome }) => outcome.result.content)

const start = async (plans: Record<string, CallPlan>, ids: string[], maxParallel?: number) => {
  const bench = new Bench(plans, maxParallel)
  const turn = new AbortController()
  const executor = new ToolExecutor(bench, turn.signal)
  for (const id of ids) executor.add(request(id))
  await settled()
  return { bench, turn, executor }
}

test('safe calls run beside each other and come out in the order of the calls', async () => {
  const { bench, executor } = await start({}, ['a', 'b', 'c'])
  expect(bench.log).toEqual(['start a', 'start b', 'start c'])
  await bench.end('c')
  await bench.end('a')
  await bench.end('b')
  expect(await results(executor)).toEqual(['done a', 'done b', 'done c'])
})

test('an unsafe call waits for all before it and runs alone', async () => {
  const { bench, executor } = await start({ b: ALONE }, ['a', 'b', 'c'])
  expect(bench.log).toEqual(['start a'])
  await bench.end('a')
  expect(bench.log).toEqual(['start a', 'end a', 'start b'])
  await bench.end('b')
  expect(bench.log.at(-1)).toBe('start c')
  await bench.end('c')
  expect(await results(executor)).toEqual(['done a', 'done b', 'done c'])
})

test('no more than the cap run at once', async () => {
  const { bench } = await start({}, ['a', 'b', 'c'], 2)
  expect(bench.log).toEqual(['start a', 'start b'])
  await bench.end('a')
  expect(bench.log.at(-1)).toBe('start c')
})

test('a call added later starts at once while the others run', async () => {
  const { bench, executor } = await start({}, ['a'])
  executor.add(request('b'))
  await settled()
  expect(bench.log).toEqual(['start a', 'start b'])
})

test('a call that could not do its work cancels later ones that may change something: running, queued and still to come', async () => {
  const beside = { ...ALONE, parallel: true }
  const { bench, executor } = await start(
    { a: { ...SHELL, parallel: true }, b: beside, c: ALONE, d: ALONE },
    ['a', 'b', 'c'],
  )
  await bench.end('a', { undone: 'timed_out' })
  executor.add(request('d'))
  const contents = await results(executor)
  expect(bench.log).toEqual(['start a', 'start b', 'end a', 'abort b', 'end b'])
  expect(contents[0]).toBe('done a')
  for (const content of contents.slice(1))
    expect(content).toContain('Canceled: T before it in the same reply ran into its time limit')
})

test('a call that could not do its work costs no look beside it: running, queued or still to come', async () => {
  const looks = { ...SAFE, survivesSiblings: true }
  const { bench, executor } = await start({ a: SHELL, b: looks, c: ALONE, d: looks, e: looks }, [
    'a',
    'b',
    'c',
    'd',
  ])
  const ended = bench.end('a', { undone: 'timed_out' })
  executor.add(request('e'))
  await ended
  for (const id of ['b', 'd', 'e']) await bench.end(id)
  const contents = await results(executor)
  expect([contents[0], contents[1], contents[3], contents[4]]).toEqual([
    'done a',
    'done b',
    'done d',
    'done e',
  ])
  expect(contents[2]).toContain('Canceled: T before it in the same reply ran into its time limit')
})

test('a sibling that survives is neither cancelled nor answered for', async () => {
  const { bench, executor } = await start(
    { a: { ...SHELL, parallel: true }, b: { ...SAFE, survivesSiblings: true } },
    ['a', 'b'],
  )
  await bench.end('a', { undone: 'timed_out' })
  await bench.end('b')
  expect(await results(executor)).toEqual(['done a', 'done b'])
})

test('a call that ran and failed cancels nothing', async () => {
  const { bench, executor } = await start({ a: SHELL, b: ALONE }, ['a', 'b'])
  await bench.end('a', { result: { type: 'tool_result', tool_use_id: 'a', content: 'red', is_error: true } })
  await bench.end('b')
  expect(await results(executor)).toEqual(['red', 'done b'])
})

test('a call that could not do its work cancels nothing before it', async () => {
  const beside = { ...ALONE, parallel: true }
  const { bench, executor } = await start({ a: beside, b: beside, c: ALONE }, ['a', 'b', 'c'])
  await bench.end('b', { undone: 'declined' })
  await bench.end('a')
  const contents = await results(executor)
  expect(contents.slice(0, 2)).toEqual(['done a', 'done b'])
  expect(contents[2]).toContain('Canceled: T before it in the same reply was declined by the user')
})

test('an interrupt ends running calls, lets blocking ones finish and never starts the rest', async () => {
  const { bench, turn, executor } = await start({ b: { ...SAFE, interrupt: 'block' }, c: ALONE }, [
    'a',
    'b',
    'c',
  ])
  turn.abort()
  await bench.end('b')
  expect(await results(executor)).toEqual([
    'The call was interrupted by the user before it finished.',
    'done b',
    'The call was not started: the turn was interrupted.',
  ])
  expect(bench.log).not.toContain('start c')
})

test('a turn that the program ends itself is not told as interrupted by the user; only what may change something is partial', async () => {
  const { executor, turn, bench } = await start({ b: { ...SAFE, readOnly: false }, c: ALONE }, [
    'a',
    'b',
    'c',
  ])
  turn.abort(new TurnStop({ kind: 'no_progress', message: 'Read was called 10 times.' }))
  await Promise.all([bench.end('a'), bench.end('b')])
  expect(await results(executor)).toEqual([
    'Capstan ended the turn before the call finished: Read was called 10 times.',
    'Capstan ended the turn before the call finished: Read was called 10 times. Its effect may be partial.',
    'The call was not started: Capstan ended the turn: Read was called 10 times.',
  ])
})

test('calls of an agent that was stopped are not told as interrupted by the user', async () => {
  const { executor, turn, bench } = await start({}, ['a'])
  turn.abort(new AgentStopped())
  await bench.end('a')
  expect(await results(executor)).toEqual(['You were stopped before the call finished.'])
})

test('a call that had come to its end when the turn was ended keeps its result', async () => {
  const { bench, turn, executor } = await start({}, ['a'])
  const ended = bench.end('a', { finished: true })
  turn.abort()
  await ended
  expect(await results(executor)).toEqual(['done a'])
})

test('a call that was cut short keeps what it has to show', async () => {
  const { bench, turn, executor } = await start({}, ['a'])
  const ended = bench.end('a', { partial: true })
  turn.abort()
  await ended
  expect(await results(executor)).toEqual(['done a'])
})

test('a call that was refused stays refused when that ends the turn', async () => {
  const { bench, turn, executor } = await start({}, ['a'])
  const ended = bench.end('a', { refused: true })
  turn.abort()
  await ended
  expect(await results(executor)).toEqual(['done a'])
})

test('discarding stops everything, waits for it and starts nothing more', async () => {
  const { bench, executor } = await start({ b: ALONE }, ['a', 'b'])
  await executor.discard()
  expect(bench.log).toEqual(['start a', 'abort a', 'end a'])
})

test('holding tells whether something that may have had an effect has begun', async () => {
  const safe = await start({ b: ALONE }, ['a', 'b'])
  expect(safe.executor.hold()).toEqual({ startedUnsafe: false })
  await safe.bench.end('a')
  expect(safe.bench.log).not.toContain('start b')
  safe.executor.resume()
  expect(safe.bench.log).toContain('start b')
  expect(safe.executor.hold()).toEqual({ startedUnsafe: true })
})
