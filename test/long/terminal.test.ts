import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { memoryOf } from '../../bench/terminal/drive.ts'
import { startStream } from '../../bench/terminal/stream-process.ts'
import { capstanTerminal } from '../../bench/terminal/subject.ts'
import { createWorkspace } from '../../bench/workspace.ts'

test('the terminal of a conversation of 500 turns holds hardly more than that of 60', async () => {
  await using stream = await startStream()
  using space = createWorkspace(1)
  const subject = capstanTerminal(resolve(import.meta.dirname, '../..'))
  const { laterMb } = await memoryOf({ subject, stream, space }, [60, 280, 500])
  const [early = Number.NaN, middle = Number.NaN, late = Number.NaN] = laterMb
  expect(late).toBeLessThan(200)
  // A conversation of 1.5 MB, and what the collector has not yet given back.
  expect(late / early).toBeLessThan(1.3)
  expect(late / middle).toBeLessThan(1.2)
})
