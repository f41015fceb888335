import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { clientPackage, testPackage } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { ofType, type World } from '../support/run-program.ts'

/** An older one that takes the first line of a reply, and one that takes the highest figures of all its lines. */
const OLDER = testPackage('ccusage/dist/index.js')
const NEWER =
  process.platform === 'linux' && process.arch === 'x64' ? clientPackage('ccusage/src/cli.js') : undefined
const run = promisify(execFile)

const usage = (input: number, output: number) => ({
  input_tokens: input,
  output_tokens: output,
  cache_read_input_tokens: input * 2,
})

/** Several blocks in a reply, an agent, a retry, a model that stays overloaded, a summary. */
const REPLIES: Scenario['replies'] = [
  {
    fault: { kind: 'status', status: 529, retryAfter: 0 },
    when: { lastUserText: 'begin', model: 'sonnet' },
    repeat: true,
  },
  {
    thinking: 'Two things to do.',
    text: 'I hand one on.',
    tools: [
      { name: 'Write', input: { file_path: 'a.txt', content: 'a\n' } },
      { name: 'Agent', input: { description: 'part', prompt: 'PART' } },
    ],
    when: { lastUserText: 'begin' },
    usage: usage(1_000, 300),
  },
  { fault: { kind: 'status', status: 500, retryAfter: 0 }, when: { lastUserText: 'PART' } },
  {
    text: 'I look first.',
    tool: { name: 'Glob', input: { pattern: '*' } },
    when: { lastUserText: 'PART' },
    usage: usage(20_000, 2_000),
  },
  { text: 'part done', when: { toolResult: { tool: 'Glob' } }, usage: usage(21_000, 210) },
  {
    text: `Both are done. ${'A long word. '.repeat(9_000)}`,
    when: { toolResult: { contains: 'part done' } },
    usage: usage(7_000, 70),
  },
  { text: 'On it.', when: { lastUserText: 'go on' }, usage: usage(11_000, 110) },
  { text: 'A summary of it all.', usage: usage(13_000, 1_300), repeat: true },
]

const COMMON = [
  ...['-p', '--output-format', 'stream-json', '--verbose', '--fallback-model', 'haiku'],
  ...['--allowedTools', 'Write', '--trust'],
]

const hold = async (world: World) => {
  const first = await world.run([...COMMON, '--', 'begin'])
  expect([first.code, first.stderr]).toEqual([0, ''])
  const compacted = await world.run([...COMMON, '--continue', '--', '/compact'])
  expect(compacted.lines.some(ofType('system', 'compact_boundary'))).toBe(true)
  return (await world.run([...COMMON, '--continue', '--', 'go on'])).lines.findLast(ofType('result'))
}

/** Without a config home it looks where programs of this convention keep their sessions. */
const reported = async (program: string | undefined, world: World, configHome?: string) => {
  const { stdout } = await run(
    process.execPath,
    [program ?? '', 'session', '--json', '--offline', '--breakdown'],
    {
      env: {
        HOME: world.home,
        PATH: '/usr/bin:/bin',
        ...(configHome === undefined ? {} : { CLAUDE_CONFIG_DIR: configHome }),
      },
    },
  )
  const { totals } = JSON.parse(stdout) as { readonly totals: Readonly<Record<string, number>> }
  return totals
}

test.runIf(OLDER !== undefined)('ccusage counts what the session itself says it used', async () => {
  await using world = await openWorldHere({ replies: REPLIES })
  const result = await hold(world)
  const models = Object.values(result?.['modelUsage'] as Readonly<Record<string, Record<string, number>>>)
  const sum = (key: string): number => models.reduce((total, model) => total + (model[key] ?? 0), 0)
  const stats = JSON.parse((await world.run(['sessions', 'stats', '--all', '--json'])).stdout)
  const totals = await reported(OLDER, world, world.config)
  expect(models.length).toBeGreaterThan(1)
  expect(totals).toMatchObject({
    inputTokens: sum('inputTokens'),
    cacheReadTokens: sum('cacheReadInputTokens'),
    cacheCreationTokens: sum('cacheCreationInputTokens'),
  })
  // What was written by the first line of a reply.
  expect(totals['outputTokens']).toBeLessThanOrEqual(sum('outputTokens'))
  if (NEWER !== undefined)
    expect(await reported(NEWER, world, world.config)).toMatchObject({
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      cacheReadTokens: sum('cacheReadInputTokens'),
      cacheCreationTokens: sum('cacheCreationInputTokens'),
    })
  expect(stats.total.usage).toMatchObject({
    input_tokens: totals['inputTokens'],
    output_tokens: sum('outputTokens'),
    cache_read_input_tokens: totals['cacheReadTokens'],
  })
})

test('every record of a reply names its request, and one line of it says what it used in the end', async () => {
  await using world = await openWorldHere({ replies: REPLIES })
  await hold(world)
  const lines = world.sessions().flatMap(session => session.entries) as readonly {
    readonly type: string
    readonly requestId?: string
    readonly isSidechain?: boolean
    readonly source?: string
    readonly message?: {
      readonly id: string
      readonly model: string
      readonly usage: Readonly<Record<string, number>>
    }
  }[]
  const records = lines.filter(
    ({ type, message }) => type === 'assistant' && message?.model !== '<synthetic>',
  )
  expect(records.length).toBeGreaterThan(5)
  const key = ({ message, requestId }: (typeof lines)[number]): string => `${message?.id} ${requestId}`
  const ends = lines.filter(({ type }) => type === 'usage')
  expect(new Set(ends.map(key)).size).toBe(ends.length)
  for (const record of records) {
    expect(record.requestId).toMatch(/./)
    expect(ends.map(key)).toContain(key(record))
    const end = ends.find(each => key(each) === key(record))
    expect(record.message?.usage['input_tokens']).toBe(end?.message?.usage['input_tokens'])
    expect(record.message?.usage['output_tokens']).toBeLessThanOrEqual(
      end?.message?.usage['output_tokens'] ?? 0,
    )
  }
  for (const end of ends) expect(end.isSidechain).toBe(end.source !== 'main')
})

test.runIf(OLDER !== undefined)('ccusage finds sessions that were mirrored to the usual home', async () => {
  await using world = await openWorldHere({ replies: REPLIES })
  await hold(world)
  const mirrored = await world.run(['sessions', 'mirror'])
  expect(mirrored).toMatchObject({ code: 0, stderr: '' })
  expect(mirrored.stdout).toMatch(/^1 copied to .*\.claude\/projects, 0 brought/)
  expect(await reported(OLDER, world)).toEqual(await reported(OLDER, world, world.config))
  await world.run([...COMMON, '--continue', '--', 'go on'])
  expect((await world.run(['sessions', 'mirror'])).stdout).toContain('1 brought up to date')
  expect(await reported(OLDER, world)).toEqual(await reported(OLDER, world, world.config))
})
