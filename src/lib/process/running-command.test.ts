import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BoundedOutput } from './bounded-output.ts'
import { processMark } from './process-mark.ts'
import { RunningCommand } from './running-command.ts'

const limits = { spillAfterBytes: 1000, headBytes: 2000, tailBytes: 100 }
const start = (script: string, more: { readonly file?: string; readonly floodBytes?: number } = {}) => {
  const dir = mkdtempSync(join(tmpdir(), 'capstan-running-'))
  return RunningCommand.start({
    file: 'bash',
    argv0: 'bash',
    args: ['-c', script],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', MARK: dir },
    mark: processMark('MARK', dir),
    output: new BoundedOutput(join(dir, 'out'), limits),
    floodBytes: 1_000_000,
    ...more,
  })
}

test.each([
  ['exit 3', { code: 3, signal: null, why: 'exit', leftovers: false }],
  ['kill -KILL $$', { code: null, signal: 'SIGKILL', why: 'exit', leftovers: false }],
  ['sleep 60 & exit 0', { code: 0, signal: null, why: 'exit', leftovers: true }],
])('%s ends as %j', async (script, end) => {
  expect(await (await start(script)).ended).toEqual(end)
})

test('output is collected and handed on; a listener that left hears no more', async () => {
  const running = await start('echo one; sleep 0.2; echo two')
  const heard: string[] = []
  const off = running.onOutput(chunk => {
    heard.push(chunk.toString())
    off()
  })
  await running.ended
  expect([heard, running.output.text()]).toEqual([['one\n'], 'one\ntwo\n'])
  running.output.close()
})

test('the first cause of a stop counts, and both callers wait for the end', async () => {
  const running = await start('sleep 60')
  await Promise.all([running.stop('timeout', 50), running.stop('abort', 50)])
  expect(await running.ended).toEqual({ code: null, signal: 'SIGTERM', why: 'timeout', leftovers: false })
  await running.stop('abort', 50)
})

test('a flood is ended', async () => {
  const running = await start('yes', { floodBytes: 100_000 })
  expect((await running.ended).why).toBe('flood')
  running.output.close()
})

test('a program that is not there has no number, and the end says why', async () => {
  const running = await start('', { file: '/nowhere/bash' })
  expect(running.pid).toBeUndefined()
  await running.stop('abort', 0)
  await expect(running.ended).rejects.toMatchObject({ code: 'ENOENT' })
})
