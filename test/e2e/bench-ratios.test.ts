import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billedInput } from '../../bench/billed-input.ts'
import { overheads, runReads, timeTogether } from '../../bench/measures.ts'
import { type ModelProcess, startModel } from '../../bench/model-process.ts'
import { capstanAt, floorAgent } from '../../bench/run-subject.ts'
import { percentile } from '../../bench/statistics.ts'
import { createWorkspace, type Workspace } from '../../bench/workspace.ts'

// Only ratios within one run, and generous ones: this must hold on a slow machine that does other things as well.
// The real figures are in docs/benchmarks.md.

const subject = capstanAt(resolve(import.meta.dirname, '../..'))
const TURNS = 40

let stage: { readonly model: ModelProcess; readonly space: Workspace }
beforeAll(async () => {
  stage = { model: await startModel(), space: createWorkspace(TURNS) }
})
afterAll(async () => {
  await stage.model[Symbol.asyncDispose]()
  stage.space[Symbol.dispose]()
})

test('a late turn costs about as much as an early one', async () => {
  const { exchanges } = await runReads(subject, stage, TURNS)
  const turns = overheads(exchanges)
  expect(turns).toHaveLength(TURNS)
  // Whatever else the machine does makes some turns slow, not all of them.
  const quick = (some: readonly number[]): number => percentile(some, 0.25)
  expect(quick(turns.slice(-15)) / quick(turns.slice(0, 15))).toBeLessThan(4)
})

// That they run side by side is shown in overlap.test.ts, where no clock is needed.
test('how long several calls of one reply take can be measured', async () => {
  expect(await timeTogether(subject, stage, [0.1, 0.1])).toBeGreaterThanOrEqual(0.1)
})

test('a loop of 20 small reads is billed like at most 30,000 tokens of input', async () => {
  expect(await billedInput(subject, stage.space, 20)).toBeLessThanOrEqual(30_000)
})

test('the floor agent completes the plan it is measured with', async () => {
  const { exchanges, faults } = await runReads(floorAgent, stage, 3)
  expect({ requests: exchanges.length, faults }).toEqual({ requests: 4, faults: [] })
})
