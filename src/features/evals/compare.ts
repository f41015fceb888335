import type { RunResult } from './result.ts'
import { holm, mcnemarExact, type Rate, signFlip, wilson } from './statistics.ts'
import { isCounted } from './summarize.ts'

/** Two sets of runs over the same tasks. A task is the unit: its repetitions are not independent of each other. */
export interface Comparison {
  readonly a: Side
  readonly b: Side
  /** Tasks that both have. */
  readonly pairs: number
  readonly onlyA: readonly string[]
  readonly onlyB: readonly string[]
  /** B minus A, averaged over the tasks of both. */
  readonly difference: number
  readonly test: 'mcnemar' | 'sign_flip' | 'sign_flip_sampled'
  readonly p: number
  /** Corrected, where several were asked for at once. */
  readonly corrected: number
  readonly usd: { readonly difference: number; readonly p: number }
  readonly ms: { readonly difference: number; readonly p: number }
  /** Tasks that went from failed to passed or back, in most of their runs. */
  readonly better: readonly string[]
  readonly worse: readonly string[]
}

export interface Side {
  readonly name: string
  readonly rate: Rate
}

export interface RunSet {
  readonly name: string
  readonly results: readonly RunResult[]
}

/** What counts as more than chance. */
export const LEVEL = 0.05

interface TaskFigures {
  readonly share: number
  readonly runs: number
  readonly usd: number
  readonly ms: number
}

export const compareRuns = (a: RunSet, b: RunSet): Comparison => {
  const [byA, byB] = [figuresOf(a.results), figuresOf(b.results)]
  const both = [...byA.keys()].filter(task => byB.has(task))
  const pairs = both.map(task => ({ task, a: byA.get(task) ?? NOTHING, b: byB.get(task) ?? NOTHING }))
  const shares = pairs.map(pair => pair.b.share - pair.a.share)
  const single = pairs.every(pair => pair.a.runs === 1 && pair.b.runs === 1)
  const flipped = signFlip(shares)
  const p = single
    ? mcnemarExact(shares.filter(share => share < 0).length, shares.filter(share => share > 0).length)
    : flipped.p
  const amount = (of: 'usd' | 'ms') => {
    const differences = pairs.map(pair => pair.b[of] - pair.a[of])
    return { difference: meanOf(differences), p: signFlip(differences).p }
  }
  return {
    a: sideOf(a),
    b: sideOf(b),
    pairs: pairs.length,
    onlyA: [...byA.keys()].filter(task => !byB.has(task)),
    onlyB: [...byB.keys()].filter(task => !byA.has(task)),
    difference: meanOf(shares),
    test: single ? 'mcnemar' : flipped.exact ? 'sign_flip' : 'sign_flip_sampled',
    p,
    corrected: p,
    usd: amount('usd'),
    ms: amount('ms'),
    better: pairs.filter(pair => pair.a.share < 0.5 && pair.b.share >= 0.5).map(({ task }) => task),
    worse: pairs.filter(pair => pair.a.share >= 0.5 && pair.b.share < 0.5).map(({ task }) => task),
  }
}

/** Every variant against the first one; the more there are, the less one small p says. */
export const compareAll = (sets: readonly RunSet[]): readonly Comparison[] => {
  const [first, ...others] = sets
  if (!first) return []
  const all = others.map(other => compareRuns(first, other))
  const corrected = holm(all.map(({ p }) => p))
  return all.map((comparison, index) => ({ ...comparison, corrected: corrected[index] ?? 1 }))
}

const NOTHING: TaskFigures = { share: 0, runs: 0, usd: 0, ms: 0 }

const sideOf = ({ name, results }: RunSet): Side => {
  const counted = results.filter(isCounted)
  return { name, rate: wilson(counted.filter(run => run.outcome === 'passed').length, counted.length) }
}

const figuresOf = (results: readonly RunResult[]): ReadonlyMap<string, TaskFigures> => {
  const runs = new Map<string, RunResult[]>()
  for (const run of results.filter(isCounted)) runs.set(run.task, [...(runs.get(run.task) ?? []), run])
  return new Map(
    [...runs].map(([task, list]) => [
      task,
      {
        share: meanOf(list.map(run => (run.outcome === 'passed' ? 1 : 0))),
        runs: list.length,
        usd: meanOf(list.map(run => run.usd)),
        ms: meanOf(list.map(run => run.ms)),
      },
    ]),
  )
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
