import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLive, type Job, logOf, readJobs } from '../../src/cli/background/jobs.ts'
import { AsyncQueue } from '../../src/lib/async-queue.ts'
import type { SDKUserMessage } from '../../src/sdk/messages.ts'
import { query } from '../../src/sdk/query.ts'
import { type Collector, openCollector, recordsOf } from '../support/otlp-collector.ts'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import { eventually, ofType, openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const OVERLOADED = { fault: { kind: 'status', status: 529, retryAfter: 0 }, repeat: true } as const
const MILLION = 1_000_000

const telemetry = (collector: Pick<Collector, 'url'>) => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_METRICS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  // A busy machine must not lose what the test looks for.
  CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000',
})

const costIn = (collector: Collector): number =>
  recordsOf(collector, 'metrics')
    .flatMap(metric => {
      const { name, sum } = metric as unknown as {
        name: string
        sum: { dataPoints: { asDouble: number }[] }
      }
      return name === 'claude_code.cost.usage' ? sum.dataPoints : []
    })
    .reduce((total, point) => total + point.asDouble, 0)

const agent = (name: string, more: object) => ({
  name: 'Agent',
  input: { description: name, prompt: `PART ${name}`, ...more },
})
const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output })

/** The agent in the background ends once the test lets it: its end is never told with the result of the other. */
const WAITING = {
  tool: { name: 'Bash', input: { command: 'until [ -e go ]; do sleep 0.02; done' } },
} as const
const letGo = (world: Pick<World, 'project'>): void => writeFileSync(join(world.project, 'go'), '')

/** Two agents, one of them in the background; the first model is overloaded; a conversation long enough to compact. */
const REPLIES = [
  {
    tools: [agent('front', {}), agent('back', { run_in_background: true })],
    when: { lastUserText: 'begin', model: 'haiku' },
    usage: usage(1_000, 300),
  },
  { ...OVERLOADED, when: { lastUserText: 'begin', model: 'sonnet' } },
  { text: 'front done', when: { lastUserText: 'PART front' }, usage: usage(20_000, 2_000), repeat: true },
  { ...WAITING, when: { lastUserText: 'PART back' }, usage: usage(17_000, 170) },
  { text: 'back done', when: { toolResult: { tool: 'Bash' } }, usage: usage(30_000, 4_000), repeat: true },
  { text: 'Both are at it.', when: { toolResult: { contains: 'front done' } }, usage: usage(7_000, 70) },
  {
    text: `All done. ${'A long word. '.repeat(9_000)}`,
    when: { lastUserText: 'back done' },
    usage: usage(9_000, 90),
  },
  { text: 'On it.', when: { lastUserText: 'go on' }, usage: usage(11_000, 110) },
  { text: 'A summary of it all.', usage: usage(13_000, 1_300), repeat: true },
]

const micro = (usd: number): number => Math.round(usd * MILLION)

/** What the ledger, `/cost` and telemetry say alike of the newest session. */
const costOf = async (world: World, collector: Collector): Promise<number> => {
  const env = telemetry(collector)
  const asked = await world.run(['-p', '--continue', '--', '/cost'], { env })
  const listed = await world.run(['ledger', '--json', '--kind', 'spend'], { env })
  const rows = listed.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { usd: number; source: string; agent?: string; by: string })
  const ledger = rows.reduce((sum, row) => sum + row.usd, 0)
  expect(new Set(rows.map(row => row.source))).toEqual(new Set(['main', 'agent', 'compaction']))
  expect(new Set(rows.map(row => /haiku/.test(row.by))).size).toBe(2)
  // Each call of an agent once, and with the agent that made it.
  expect(rows.filter(row => row.source === 'agent').map(row => row.agent !== undefined)).toEqual([
    true,
    true,
    true,
  ])
  expect(ledger).toBeGreaterThan(0)
  expect(micro(ledger)).toBe(micro(costIn(collector)))
  expect(asked.stdout).toContain(`Cost: $${ledger.toFixed(4)}`)
  const shown = await world.run(['ledger', '--kind', 'spend'], { env })
  expect(shown.stdout).toContain(`$${ledger.toFixed(4)}\n`)
  return ledger
}

/** The request after which nothing can be told with the result of the first agent any more. */
const isFrontTold = (body: unknown): boolean => /"tool_result"[^}]*front done/.test(JSON.stringify(body))

test('ledger, /cost, result and telemetry agree over agents, a fallback and a compaction', async () => {
  await using collector = await openCollector()
  await using world = await openWorldHere({ replies: REPLIES })
  const env = telemetry(collector)
  const common = ['-p', '--output-format', 'stream-json', '--verbose', '--fallback-model', 'haiku']
  const running = world.run([...common, '--', 'begin'], { env })
  const isTold = () => world.server.requests.some(({ body }) => isFrontTold(body))
  await Promise.race([running, eventually(isTold)])
  letGo(world)
  const first = await running
  expect([first.code, first.stderr]).toEqual([0, ''])
  const compacted = await world.run([...common, '--continue', '--', '/compact'], { env })
  expect(compacted.lines.some(ofType('system', 'compact_boundary'))).toBe(true)
  const last = await world.run([...common, '--continue', '--', 'go on'], { env })
  const result = last.lines.findLast(ofType('result'))
  expect(micro(Number(result?.['total_cost_usd']))).toBe(micro(await costOf(world, collector)))
})

test('the same in one run of the library: its last result is what the ledger, /cost and telemetry say', async () => {
  await using collector = await openCollector()
  await using world = await openWorld({ replies: REPLIES })
  const prompts = new AsyncQueue<SDKUserMessage>()
  const say = (text: string): void =>
    void prompts.push({ type: 'user', message: { role: 'user', content: text } })
  // What is said next, once a turn has ended and this was heard since the last time.
  const script = [
    [/"task_id":"(\w+)"[^}]*"completed".*"task_id":"(?!\1)\w+"[^}]*"completed"/s, 'what now'],
    [/All done\./, '/compact'],
    [/compact_boundary/, 'go on'],
    [/"type":"assistant"/, undefined],
  ] as const
  let [step, heard, total] = [0, '', 0]
  {
    await using run = query({
      prompt: prompts,
      options: {
        pathToCapstan: join(REPOSITORY, 'bin/capstan'),
        cwd: world.project,
        env: { ...world.env, ...telemetry(collector) },
        fallbackModel: 'haiku',
      },
    })
    say('begin')
    for await (const message of run) {
      heard += JSON.stringify(message)
      if (message.type === 'result') total = message.total_cost_usd
      if (message.type === 'result') letGo(world)
      const [fits, next] = script[step] ?? []
      if (!heard.includes('"type":"result"') || !fits?.test(heard)) continue
      step += 1
      heard = ''
      if (next === undefined) prompts.close()
      else say(next)
    }
  }
  expect(step).toBe(script.length)
  expect(micro(total)).toBe(micro(await costOf(heldHere(world), collector)))
})

test('the same in the background: what capstan logs says last is what the ledger, /cost and telemetry say', async () => {
  await using collector = await openCollector()
  await using world = await openWorld({ replies: REPLIES })
  const begun = await world.run(['--bg', 'begin', '--fallback-model', 'haiku'], {
    env: telemetry(collector),
  })
  expect(begun.code).toBe(0)
  const job = (): Job => readJobs(world.config)[0] as Job
  using _ = {
    [Symbol.dispose]() {
      if (isLive(job())) process.kill(job().process.pid, 'SIGKILL')
    },
  }
  const endings = (): number =>
    [...readFileSync(logOf(world.config, job().id), 'utf8').matchAll(/^— .* —$/gm)].length
  const isCompacted = (): boolean =>
    world.sessions().some(({ entries }) => entries.some(ofType('system', 'compact_boundary')))
  const say = async (content: string): Promise<void> => {
    const answer = await fetch(`${job().url}/api/v1/sessions/${job().session}/ops`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${readFileSync(join(world.config, 'serve/token'), 'utf8').trim()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ op: { type: 'submit', content } }),
    })
    expect(answer.status).toBe(200)
  }
  await eventually(() => endings() === 1)
  letGo(world)
  // The end of the agent in the background is a turn of its own.
  await eventually(() => endings() === 2 && job().state === 'idle')
  await say('/compact')
  await eventually(() => isCompacted() && job().state === 'idle')
  const before = endings()
  await say('go on')
  await eventually(() => endings() > before && job().state === 'idle')
  const { stdout } = await heldHere(world).run(['logs', job().id])
  expect((await world.run(['stop', job().id])).code).toBe(0)
  const total = await costOf(heldHere(world), collector)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`, \\$${total.toFixed(4)} —$`))
})
