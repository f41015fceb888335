import { expect, test } from 'vitest'
import { percentile } from '../../bench/statistics.ts'
import { buildFloor } from '../../bench/terminal/build-floor.ts'
import {
  cpuPerKey,
  memoryOf,
  streamCost,
  timeInterrupt,
  timeKeys,
  timeLastBytes,
  timeToTyped,
} from '../../bench/terminal/drive.ts'
import { markdownReply, markdownTokens } from '../../bench/terminal/markdown-tokens.ts'
import { startStream } from '../../bench/terminal/stream-process.ts'
import { createWorkspace } from '../../bench/workspace.ts'

test('every terminal measure can be taken of the floor', async () => {
  using floor = await buildFloor()
  await using stream = await startStream()
  using space = createWorkspace(1)
  const stage = { subject: floor.subject, stream, space }
  expect(await timeToTyped(stage)).toBeGreaterThan(0)
  expect(await timeKeys(stage, 'streaming', 2)).toHaveLength(2)
  expect(await cpuPerKey(stage, 4)).toBeGreaterThan(0)
  const [last] = await timeLastBytes(stage, 1)
  expect(last?.overMs).toBeGreaterThanOrEqual(last?.shownMs ?? Number.NaN)
  const cost = await streamCost(stage, { tokens: 30 })
  expect(cost.bytesPerToken).toBeGreaterThan(1)
  expect(cost.cpuMs).toBeGreaterThan(0)
  const { closedMs, usableMs } = await timeInterrupt(stage)
  expect(usableMs).toBeGreaterThan(closedMs)
  const { promptMb, laterMb } = await memoryOf(stage, [1, 2])
  expect(laterMb).toHaveLength(2)
  expect(Math.min(promptMb, ...laterMb)).toBeGreaterThan(10)
}, 120_000)

test('a reply of the terminal measures is Markdown in pieces', () => {
  const tokens = markdownTokens(500)
  expect(tokens).toHaveLength(500)
  expect(tokens.join('')).toContain('## Step 0: read the configuration\n\nThe loader')
  expect(Math.abs(markdownReply(3_000).join('').length - 3_000)).toBeLessThan(10)
})

test.each([
  [[3, 1, 2], 0.5, 2],
  [[3, 1, 2], 1, 3],
  [[5], 0.99, 5],
  [Array.from({ length: 100 }, (_, i) => i + 1), 0.99, 99],
])('of %j the share %d is %d', (values, share, value) => {
  expect(percentile(values, share)).toBe(value)
})
