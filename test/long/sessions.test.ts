import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { FILES, runLongLife } from '../../bench/long-session.ts'
import { startModel } from '../../bench/model-process.ts'
import { capstanAt } from '../../bench/run-subject.ts'
import { resumeOf } from '../../bench/session-measures.ts'
import { createWorkspace } from '../../bench/workspace.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('a session of 2,000 turns stays as small and as quick as it was at turn 100', async () => {
  using space = createWorkspace(FILES)
  const { memory, time, compactions } = await runLongLife(`${ROOT}/bin/capstan`, space, 2_000)
  expect(compactions).toBeGreaterThan(2)
  expect(memory).toBeLessThan(1.3)
  expect(time).toBeLessThan(2)
})

test('a session of 200 MB is taken up in memory that follows what is kept, in time that follows its size', async () => {
  await using model = await startModel()
  using space = createWorkspace(1)
  const subject = capstanAt(ROOT)
  const small = await resumeOf(subject, { model, space }, 20)
  const large = await resumeOf(subject, { model, space }, 200)
  expect(large.peakMb).toBeLessThan(250)
  expect(large.ms / small.ms).toBeLessThan(15)
})
