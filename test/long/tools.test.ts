import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { eventually, openWorld, REPOSITORY, resultOf } from '../support/run-program.ts'

const PERMIT = ['--allowedTools', 'Bash']
const running = (command: string) => ({
  replies: [{ tool: { id: 'run', name: 'Bash', input: { command, timeout: 600_000 } } }, { text: 'Done.' }],
})

/** The most memory the program ever held while it ran a command, in megabytes. */
const peakOf = async (command: string): Promise<number> => {
  await using world = await openWorld(running(command))
  const usage = join(world.root, 'usage.json')
  const probe = join(REPOSITORY, 'bench/usage-probe.cjs')
  const ended = await world.stream(['go', ...PERMIT], {
    env: { NODE_OPTIONS: `--require ${probe}`, BENCH_USAGE: usage },
  })
  expect(resultOf(ended)).toMatchObject({ result: 'Done.' })
  return (JSON.parse(readFileSync(usage, 'utf8')) as { peakKb: number }).peakKb / 1024
}

test('a command that prints 2 GB costs less than 50 MB of memory', async () => {
  const quiet = await peakOf('true')
  const loud = await peakOf('yes 0123456789012345678901234567890123456789 | head -c 2000000000')
  expect(loud - quiet).toBeLessThan(50)
})

test('a command that never stops printing does not keep the program from listening', async () => {
  await using world = await openWorld(running('yes'))
  const host = hostSession(world, PERMIT)
  host.ask('go')
  await host.program.line(line => line.type === 'tool_progress')
  expect(await host.control('stop', { subtype: 'interrupt' })).toMatchObject({ subtype: 'success' })
  expect(await host.result(1)).toMatchObject({ terminal_reason: 'aborted_tools' })
  await host.finish()
})

/** Processes that carry the mark in their command line. */
const countMarked = (mark: string): number =>
  readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark)
    } catch {
      // Gone between the two looks.
      return false
    }
  }).length

test.skipIf(process.platform !== 'linux')(
  'after an interrupt none of 200 children and grandchildren is left, also those in groups of their own',
  async () => {
    const mark = `capstan-child-${process.pid}`
    const child = `exec -a ${mark} sleep 1000`
    const command = [
      `for i in $(seq 70); do (${child}) & done`,
      `for i in $(seq 70); do setsid bash -c '${child}' & done`,
      `for i in $(seq 30); do bash -c '(setsid bash -c "${child}" &) ; (${child}) & wait' & done`,
      'wait',
    ].join('; ')
    await using world = await openWorld(running(command))
    const host = hostSession(world, PERMIT)
    host.ask('go')
    await eventually(() => countMarked(`${mark}\0`) >= 200, host.program)
    await host.control('stop', { subtype: 'interrupt' })
    await host.result(1)
    expect(countMarked(mark)).toBe(0)
    await host.finish()
  },
)
