import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { eventually, type Line, ofType, resultOf, type World } from '../support/run-program.ts'
import { withMoreTime } from '../support/with-more-time.ts'

const sleep = (seconds: number) => ({
  name: 'Bash',
  input: { command: `sleep ${seconds}; echo slept ${seconds}` },
})

/** Milliseconds from the first request to the second: stream and tools, without the start of the program. */
const between = (world: World): number =>
  (world.server.requests[1]?.receivedAt ?? 0) - (world.server.requests[0]?.receivedAt ?? 0)

const resultsOf = (world: World): readonly string[] => {
  const messages = world.server.requests[1]?.body?.['messages'] as readonly {
    readonly content: readonly Line[]
  }[]
  return (messages.at(-1)?.content ?? [])
    .filter(ofType('tool_result'))
    .map(block => String(block['content']).trim())
}

test('a read-only call is over while the reply still streams', async () => {
  const clock = { name: 'Bash', input: { command: 'date +%s%N' } }
  const isOverBefore = async (streamMs: number): Promise<boolean> => {
    await using world = await openWorldHere({
      replies: [{ tools: [clock, sleep(0)], at: [0, streamMs] }, { text: 'done' }],
    })
    expect((await world.stream(['go'])).code).toBe(0)
    const streamed = performance.timeOrigin + (world.server.requests[0]?.endedAt ?? 0)
    return Number(resultsOf(world)[0]) / 1e6 < streamed
  }
  expect(await withMoreTime(500, isOverBefore, Boolean)).toBe(true)
})

test('three read-only calls are hidden under the stream for the most part', async () => {
  const isHidden = async (streamMs: number): Promise<boolean> => {
    const sleeps = [1, 2 / 3, 1 / 3].map(share => (streamMs / 1000) * share)
    await using world = await openWorldHere({
      replies: [
        { tools: sleeps.map(sleep), at: [streamMs / 3, (streamMs * 2) / 3, streamMs] },
        { text: 'done' },
      ],
    })
    expect((await world.stream(['go'])).code).toBe(0)
    expect(resultsOf(world)).toEqual(sleeps.map(seconds => `slept ${seconds}`))
    // Stream and calls take three times the stream one after another; the ideal is four thirds of it.
    return between(world) < streamMs * 3 * 0.9
  }
  expect(await withMoreTime(900, isHidden, Boolean)).toBe(true)
})

/** The processes that sleep for one of these times, by the time. */
const sleeping = (times: readonly string[]): ReadonlyMap<string, number> => {
  const all = [...commandLines().matchAll(/^ *(\d+) sleep (\S+)$/gm)].map(
    ([, pid, time = '']) => [time, Number(pid)] as const,
  )
  return new Map(all.filter(([time]) => times.includes(time)))
}

/** Of all processes, each behind its number: from the kernel itself where it says so, else from `ps`. */
const commandLines = (): string => {
  if (!existsSync('/proc/self/cmdline'))
    return execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
  const lines = readdirSync('/proc').flatMap(pid => {
    try {
      return /^\d+$/.test(pid) ? `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}` : []
    } catch {
      // It ended meanwhile.
      return []
    }
  })
  return lines.map(line => line.replaceAll('\0', ' ').trim()).join('\n')
}

test('five read-only calls of one reply run at the same time', async () => {
  // Times that nobody else sleeps for.
  const times = Array.from({ length: 5 }, (_, at) => `3000.${process.pid}${at}`)
  const tools = times.map(time => ({ name: 'Bash', input: { command: `sleep ${time}; echo after ${time}` } }))
  await using world = await openWorldHere({ replies: [{ tools }, { text: 'done' }] })
  const running = world.start(['-p', '--output-format', 'stream-json', 'go'])
  // None of them ends before all of them have begun.
  await eventually(() => sleeping(times).size === 5, running, 100)
  for (const pid of sleeping(times).values()) process.kill(pid)
  expect((await running.ended).code).toBe(0)
  expect(resultsOf(world)).toEqual(times.map(time => expect.stringContaining(`after ${time}`)))
})

test('CAPSTAN_MAX_TOOL_USE_CONCURRENCY=1 runs one at a time', async () => {
  const timed = { name: 'Bash', input: { command: 'date +%s%N; sleep 0.1; date +%s%N' } }
  await using world = await openWorldHere({ replies: [{ tools: [timed, timed, timed] }, { text: 'done' }] })
  await world.stream(['go'], { env: { CAPSTAN_MAX_TOOL_USE_CONCURRENCY: '1' } })
  const moments = resultsOf(world).flatMap(text => text.split('\n').map(Number))
  expect(moments).toHaveLength(6)
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
})

test('results stand in the order of the calls, whichever ends first', async () => {
  const sleeps = [0.4, 0.2, 0]
  await using world = await openWorldHere({ replies: [{ tools: sleeps.map(sleep) }, { text: 'done' }] })
  const ended = await world.stream(['go'])
  expect(resultsOf(world)).toEqual(sleeps.map(seconds => `slept ${seconds}`))
  expect(resultOf(ended)['result']).toBe('done')
})

test('calls that change something run alone and in order', async () => {
  const step = (name: string) => ({
    name: 'Bash',
    input: { command: `echo ${name} begins >> log; sleep 0.1; echo ${name} ends >> log` },
  })
  await using world = await openWorldHere({
    replies: [
      { tools: ['a', 'b', 'c'].map(step) },
      { tool: { name: 'Read', input: { file_path: 'log' } } },
      { text: 'done' },
    ],
  })
  const ended = await world.stream(['--allowedTools', 'Bash', 'Edit', '--', 'go'])
  const shown = ended.lines.findLast(ofType('user'))?.['tool_use_result'] as {
    readonly file: { readonly content: string }
  }
  expect(shown.file.content.split('\n')).toEqual([
    'a begins',
    'a ends',
    'b begins',
    'b ends',
    'c begins',
    'c ends',
  ])
})

test('a command that exits non-zero and a failing read cancel nothing; one that cannot do its work cancels what would change something', async () => {
  const bash = (command: string, fields = {}) => ({ name: 'Bash', input: { command, ...fields } })
  await using world = await openWorldHere({
    replies: [
      { tools: [bash('ls /nonexistent'), bash('touch made')] },
      { tools: [{ name: 'Read', input: { file_path: 'missing' } }, sleep(0.1)] },
      { tools: [bash('sleep 60', { timeout: 1 }), bash('touch late')] },
      { text: 'done' },
    ],
  })
  const ended = await world.stream(['--allowedTools=Bash', '--add-dir', '/', '--', 'go'])
  expect(ended.code).toBe(0)
  const last = world.server.requests[3]?.body?.['messages'] as readonly {
    readonly content: readonly Line[]
  }[]
  const errors = (at: number) =>
    last
      .at(at)
      ?.content.filter(ofType('tool_result'))
      .map(block => block['is_error'] === true)
  expect(errors(-5)).toEqual([true, false])
  expect(errors(-3)).toEqual([true, false])
  expect(errors(-1)).toEqual([true, true])
  expect([existsSync(join(world.project, 'made')), existsSync(join(world.project, 'late'))]).toEqual([
    true,
    false,
  ])
})
