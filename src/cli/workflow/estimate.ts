import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { USUAL_AGENT } from '../../agents/fan-out.ts'
import { type EarlierRun, readJournal } from '../../agents/workflow/journal.ts'
import type { PlannedStep, WorkflowPlan } from '../../agents/workflow/plan-workflow.ts'
import type { Usage } from '../../protocol/usage.ts'

/** What a run would cost, at least. */
export interface Estimate {
  readonly usd: number
  /** Earlier runs of the workflow that it is guessed from. */
  readonly runs: number
}

/** An average of more than these says no more. */
const MOST_RUNS = 20

/** Runs of this workflow in this directory, the newest first. */
export const earlierRuns = (
  directory: string,
  of: { readonly name: string; readonly cwd: string },
): readonly EarlierRun[] => {
  const found: EarlierRun[] = []
  for (const path of newestFirst(directory)) {
    const run = readJournal(path)
    if (run?.head.name === of.name && run.head.cwd === of.cwd && run.spent.length > 0) found.push(run)
    if (found.length === MOST_RUNS) break
  }
  return found
}

const newestFirst = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
      .filter(name => name.endsWith('.jsonl'))
      .map(name => join(directory, name))
      .map(path => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((a, b) => b.at - a.at)
      .map(({ path }) => path)
  } catch {
    // Nothing was ever run.
    return []
  }
}

/**
 * By what the agents of each step cost in earlier runs, else by a usual agent of its model. Undefined: the price of one
 * of the models is unknown.
 */
export const estimateCost = (
  { steps }: WorkflowPlan,
  earlier: readonly EarlierRun[],
  price: (step: PlannedStep, usage: Usage) => number | undefined,
): Estimate | undefined => {
  const spent = earlier.flatMap(run => run.spent)
  let usd = 0
  let isKnown = false
  for (const step of steps.flatMap(one => one.steps ?? [one])) {
    if (step.kind !== 'agent' || step.skipped) continue
    const own = spent.filter(each => each.step === step.id)
    const each =
      own.length === 0
        ? price(step, USUAL_AGENT)
        : own.reduce((sum, { usd: one }) => sum + one, 0) / own.length
    if (each === undefined) return undefined
    if (own.length > 0) isKnown = true
    usd += each * (step.times ?? 1)
  }
  return usd === 0 ? undefined : { usd, runs: isKnown ? earlier.length : 0 }
}
