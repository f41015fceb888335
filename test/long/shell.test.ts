import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeToolCall } from '../support/tool-call.ts'

test('two gigabytes of output neither fill memory nor stop the program', { timeout: 600_000 }, async () => {
  const call = makeToolCall()
  const run = (command: string) =>
    call.processes.shell({ command, timeoutMs: 600_000, signal: call.signal, hardened: false })
  await run('true')
  const before = process.memoryUsage().rss
  let peak = 0
  let pause = 0
  let last = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    pause = Math.max(pause, now - last)
    last = now
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const end = await run('head -c 2000000000 /dev/zero | tr "\\0" x')
  clearInterval(watch)
  rmSync(end.outputFile!, { force: true })
  expect(end.outputBytes).toBe(2_000_000_000)
  expect(peak - before).toBeLessThan(50_000_000)
  // Other work on the machine may hold a tick up; a stalled loop would be away for as long as the command.
  expect(pause).toBeLessThan(2000)
})
