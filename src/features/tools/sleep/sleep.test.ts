import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { sleepTool } from './sleep.ts'

test('it waits as long as it was told', async () => {
  expect(await runTool(sleepTool, { duration_ms: '20' }, makeToolCall())).toMatchObject({
    output: { sleptMs: 20, interrupted: false },
    text: 'Waited 20 ms.',
  })
})

test('an interrupt ends it at once', async () => {
  const controller = new AbortController()
  const waiting = runTool(sleepTool, { duration_ms: 600_000 }, makeToolCall({ signal: controller.signal }))
  controller.abort()
  const before = runTool(sleepTool, { duration_ms: 600_000 }, makeToolCall({ signal: AbortSignal.abort() }))
  expect([(await waiting).output.interrupted, (await before).output.interrupted]).toEqual([true, true])
})

test.each([0, -1, 600_001, 'long', undefined])('a duration of %j is refused', duration_ms => {
  expect(sleepTool.input.safeParse({ duration_ms }).success).toBe(false)
})
