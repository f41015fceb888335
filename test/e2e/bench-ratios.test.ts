import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { billedInput } from '../../bench/billed-input.ts'
import { growth, overheads, runReads, timeTogether } from '../../bench/measures.ts'
import { type ModelProcess, startModel } from '../../bench/model-process.ts'
import { capstanAt, floorAgent } from '../../bench/run-subject.ts'
import { createWorkspace } from '../../bench/workspace.ts'

// Only ratios within one run, and generous ones: this must hold on a slow machine that does other things as well.
// The real figures are in docs/benchmarks.md.

const subject = capstanAt(resolve(import.meta.dirname, '../..'))
const TURNS = 40

const onStage = async (
  use: (stage: { model: ModelProcess; space: ReturnType<typeof createWorkspace> }) => Promise<void>,
) => {
  await using model = await startModel()
  using space = createWorkspace(TURNS)
  await use({ model, space })
}

test('a late turn costs about as much as an early one', () =>
  onStage(async stage => {
    const { exchanges } = await runReads(subject, stage, TURNS)
    expect(overheads(exchanges)).toHaveLength(TURNS)
    expect(growth(overheads(exchanges), { early: 11, late: TURNS - 10 })).toBeLessThan(4)
  }))

test('five read-only shell calls of one reply run at the same time', () =>
  onStage(async stage => {
    const one = await timeTogether(subject, stage, [0.4])
    const five = await timeTogether(subject, stage, [0.4, 0.4, 0.4, 0.4, 0.4])
    expect(one).toBeGreaterThanOrEqual(0.4)
    expect(five / one).toBeLessThan(3)
  }))

test('a loop of 20 small reads is billed like at most 30,000 tokens of input', () =>
  onStage(async ({ space }) => {
    expect(await billedInput(subject, space, 20)).toBeLessThanOrEqual(30_000)
  }))

test('the floor agent completes the plan it is measured with', () =>
  onStage(async stage => {
    const { exchanges, faults } = await runReads(floorAgent, stage, 3)
    expect({ requests: exchanges.length, faults }).toEqual({ requests: 4, faults: [] })
  }))
