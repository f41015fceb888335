import { type PlannedRun, runsOf } from '../plan.ts'
import type { RunResult } from '../result.ts'
import { type RunOneDeps, runOne } from './run-one.ts'

export interface RunAllDeps extends Omit<RunOneDeps, 'usd'> {
  readonly jobs: number
  /** Of all runs together, those of earlier starts included. */
  readonly budgetUsd?: number
  /** Whether the machine has room for one more session; the first is always held. */
  hasRoom(): boolean
  /** Resolves when room may have come free. */
  waitForRoom(): Promise<void>
  changed(progress: Progress): void
}

export interface Progress {
  readonly total: number
  readonly running: readonly PlannedRun[]
  readonly results: readonly RunResult[]
  readonly usd: number
}

export type AllEnded = 'done' | 'stopped' | 'budget'

/** A run is started only if it can get at least so many times what runs cost so far. */
const ENOUGH = 2

/** Holds all runs of a plan that have no result yet, so many at a time as are allowed and as there is room for. */
export const runAll = async (deps: RunAllDeps): Promise<AllEnded> => {
  const { store, jobs, signal } = deps
  const all = runsOf(store.plan)
  const results = new Map(store.results().map(result => [result.key, result]))
  const waiting = all.filter(run => !results.has(run.key))
  const running = new Map<
    string,
    { readonly run: PlannedRun; readonly usd: number; readonly ended: Promise<void> }
  >()
  const failures: unknown[] = []
  const tell = (): void =>
    deps.changed({
      total: all.length,
      running: [...running.values()].map(({ run }) => run),
      results: [...results.values()],
      usd: spentBy(results.values()),
    })
  const start = (run: PlannedRun, usd: number | undefined): void => {
    const act = async (): Promise<void> => {
      try {
        const result = await runOne(run, usd === undefined ? deps : { ...deps, usd })
        results.set(run.key, result)
      } catch (error) {
        if (!signal.aborted) failures.push(error)
      } finally {
        running.delete(run.key)
        tell()
      }
    }
    running.set(run.key, { run, usd: usd ?? 0, ended: act() })
  }
  tell()
  let ended: AllEnded = 'done'
  while (waiting.length > 0 || running.size > 0) {
    const [next] = waiting
    const share =
      next &&
      shareOf(deps, next, {
        results: [...results.values()],
        reserved: reservedBy(running.values()),
        free: jobs - running.size,
      })
    const isFree = running.size < jobs && (running.size === 0 || deps.hasRoom())
    if (next && !signal.aborted && failures.length === 0 && isFree && share !== 'none') {
      waiting.shift()
      start(next, share)
      tell()
      continue
    }
    if (running.size === 0) {
      ended = signal.aborted ? 'stopped' : 'budget'
      break
    }
    const room = isFree || running.size >= jobs ? [] : [deps.waitForRoom()]
    await Promise.race([...[...running.values()].map(one => one.ended), ...room])
  }
  if (failures.length > 0) throw failures[0]
  return waiting.length > 0 ? ended : signal.aborted ? 'stopped' : 'done'
}

const spentBy = (results: Iterable<RunResult>): number => {
  let usd = 0
  for (const result of results) usd += result.usd
  return usd
}

const reservedBy = (running: Iterable<{ readonly usd: number }>): number => {
  let usd = 0
  for (const one of running) usd += one.usd
  return usd
}

/**
 * What the next run may spend: its task's limit, within its share of what is left. What is promised to all together
 * never passes the budget; a share that would cut a usual run short is none.
 */
const shareOf = (
  { store, budgetUsd }: RunAllDeps,
  run: PlannedRun,
  at: { readonly results: readonly RunResult[]; readonly reserved: number; readonly free: number },
): number | undefined | 'none' => {
  const limit = store.plan.tasks.find(({ name }) => name === run.task)?.limits.usd
  if (budgetUsd === undefined) return limit
  const spent = spentBy(at.results)
  const left = budgetUsd - spent - at.reserved
  const usual = at.results.length === 0 ? 0 : (spent / at.results.length) * ENOUGH
  const share = Math.min(
    limit ?? Number.POSITIVE_INFINITY,
    Math.max(left / Math.max(at.free, 1), Math.min(left, usual)),
  )
  return share <= 0 || share < Math.min(usual, limit ?? Number.POSITIVE_INFINITY) ? 'none' : share
}
