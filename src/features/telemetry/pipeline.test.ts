import { get } from 'node:http'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Counters } from './counters.ts'
import { Pipeline } from './pipeline.ts'
import { Rejected } from './transport/rejected.ts'
import { metricsPage, servePrometheus } from './transport/serve-prometheus.ts'

const open = (deliver: (count: number) => void) => {
  const sizes: number[] = []
  const pipeline = new Pipeline({
    intervalMs: 2 ** 30,
    failed: () => undefined,
    async deliver(records) {
      sizes.push(records.length)
      deliver(records.length)
    },
  })
  return { pipeline, sizes }
}

const fill = (pipeline: Pipeline, count: number): void => {
  for (let n = 0; n < count; n++) pipeline.add({ n })
}

test('a full batch leaves at once, the rest when it is flushed', async () => {
  const { pipeline, sizes } = open(() => undefined)
  fill(pipeline, 700)
  await pipeline.flush()
  expect(sizes.reduce((a, b) => a + b)).toBe(700)
  expect(sizes[0]).toBe(512)
})

test('a collector that is down costs a bounded queue: the oldest records are lost, the others are kept', async () => {
  let isUp = false
  const { pipeline, sizes } = open(() => {
    if (!isUp) throw new Error('down')
  })
  fill(pipeline, 5_000)
  await pipeline.flush()
  expect(pipeline.lost).toBe(5_000 - 2_048)
  sizes.length = 0
  isUp = true
  await pipeline.flush()
  expect(sizes.reduce((a, b) => a + b)).toBe(2_048)
})

const long = (chars: number) => ({
  attributes: [{ key: 'body', value: { stringValue: 'x'.repeat(chars) } }],
})

test('long records leave in batches that a collector takes, one that is longer alone', async () => {
  const { pipeline, sizes } = open(() => undefined)
  for (let n = 0; n < 40; n++) pipeline.add(long(60_000))
  pipeline.add(long(3_000_000))
  await pipeline.flush()
  expect(sizes.reduce((a, b) => a + b)).toBe(41)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(18)
  expect(sizes.at(-1)).toBe(1)
})

test('of long records fewer are kept for a collector that is down', async () => {
  const { pipeline } = open(() => {
    throw new Error('down')
  })
  for (let n = 0; n < 100; n++) pipeline.add(long(1_000_000))
  await pipeline.flush()
  expect(pipeline.lost).toBe(100 - 33)
})

test('what a collector rejects is not sent again', async () => {
  const { pipeline, sizes } = open(() => {
    throw new Rejected('400')
  })
  fill(pipeline, 3)
  await pipeline.flush()
  await pipeline.flush()
  expect([sizes, pipeline.lost]).toEqual([[3], 3])
})

test('a batch leaves by itself after the interval, and not after the end', async () => {
  vi.useFakeTimers()
  try {
    const deliver = vi.fn(async () => undefined)
    const pipeline = new Pipeline({ intervalMs: 1_000, deliver, failed: () => undefined })
    pipeline.add({ n: 1 })
    await vi.advanceTimersByTimeAsync(999)
    expect(deliver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(deliver).toHaveBeenCalledOnce()
    pipeline.add({ n: 2 })
    pipeline.end()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(deliver).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

const points = (counters: Counters): unknown =>
  counters.take().metrics.map(metric => {
    const { name, sum } = metric as { name: string; sum: { dataPoints: { asDouble: number }[] } }
    return [name, sum.dataPoints.map(({ asDouble }) => asDouble)]
  })

test('delta counters begin anew when they were taken; cumulative ones go on', () => {
  for (const [temporality, later] of [
    ['delta', 1],
    ['cumulative', 6],
  ] as const) {
    const counters = new Counters(temporality, () => 0)
    counters.add('claude_code.commit.count', 2, { a: 1 })
    counters.add('claude_code.commit.count', 3, { a: 1 })
    counters.add('claude_code.commit.count', 7, { a: 2 })
    expect(points(counters)).toEqual([['claude_code.commit.count', [5, 7]]])
    counters.add('claude_code.commit.count', 1, { a: 1 })
    const left = temporality === 'delta' ? [later] : [later, 7]
    expect(points(counters)).toEqual([['claude_code.commit.count', left]])
  }
})

test('what could not be delivered is counted with what came since', () => {
  const counters = new Counters('delta', () => 0)
  counters.add('claude_code.cost.usage', 0.5, {})
  const { giveBack } = counters.take()
  counters.add('claude_code.cost.usage', 0.25, {})
  giveBack()
  expect(points(counters)).toEqual([['claude_code.cost.usage', [0.75]]])
})

test('for Prometheus names, units and labels are written its way', () => {
  const counters = new Counters('cumulative', () => 0)
  counters.add('claude_code.token.usage', 12, { type: 'input', 'team.id': 'a"b' })
  counters.add('claude_code.active_time.total', 1.5, {})
  expect(metricsPage(counters)).toBe(
    [
      '# HELP claude_code_token_usage_tokens_total Tokens used',
      '# TYPE claude_code_token_usage_tokens_total counter',
      'claude_code_token_usage_tokens_total{type="input",team_id="a\\"b"} 12',
      '# HELP claude_code_active_time_seconds_total Active time',
      '# TYPE claude_code_active_time_seconds_total counter',
      'claude_code_active_time_seconds_total{} 1.5',
      '',
    ].join('\n'),
  )
})

test('metrics on this machine are not told to a page whose name was made to lead here', async () => {
  const port = await freePort()
  const failed: string[] = []
  const server = servePrometheus(new Counters('cumulative', () => 0), {
    host: '127.0.0.1',
    port,
    failed: ({ text }) => failed.push(text),
  })
  const ask = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = get({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject)
    })
  const told = []
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `evil.example:${port}`,
    'localhost.evil.example',
  ])
    told.push(await ask(host))
  server.close()
  expect([told, failed]).toEqual([[200, 200, 403, 403], []])
})

const freePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}
