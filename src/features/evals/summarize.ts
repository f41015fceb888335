import type { EvalPlan } from './plan.ts'
import type { Figures, RunResult } from './result.ts'
import { type Rate, wilson } from './statistics.ts'

/** What a column of the matrix came to. */
export interface VariantSummary extends Omit<Figures, 'usage'> {
  readonly variant: string
  readonly rate: Rate
  readonly errors: number
  readonly skipped: number
  readonly tokens: { readonly sent: number; readonly cached: number; readonly received: number }
  /** Of one run, in the middle. */
  readonly medianMs: number
  readonly usdPerRun: number
}

export interface TaskSummary {
  readonly task: string
  /** By variant, in their order. */
  readonly cells: readonly { readonly variant: string; readonly passed: number; readonly total: number }[]
}

export interface Summary {
  readonly variants: readonly VariantSummary[]
  readonly tasks: readonly TaskSummary[]
  readonly done: number
  readonly usd: number
}

export const isCounted = ({ outcome }: Pick<RunResult, 'outcome'>): boolean =>
  outcome === 'passed' || outcome === 'failed'

export const summarize = (
  plan: Pick<EvalPlan, 'tasks' | 'variants'>,
  results: readonly RunResult[],
): Summary => ({
  variants: plan.variants.map(({ name }) =>
    variantSummary(
      name,
      results.filter(({ variant }) => variant === name),
    ),
  ),
  tasks: plan.tasks.map(({ name: task }) => ({
    task,
    cells: plan.variants.map(({ name: variant }) => {
      const runs = results.filter(run => run.task === task && run.variant === variant && isCounted(run))
      return { variant, passed: runs.filter(run => run.outcome === 'passed').length, total: runs.length }
    }),
  })),
  done: results.length,
  usd: sumOf(results, run => run.usd),
})

const variantSummary = (variant: string, runs: readonly RunResult[]): VariantSummary => {
  const counted = runs.filter(isCounted)
  const usd = sumOf(runs, run => run.usd)
  return {
    variant,
    rate: wilson(counted.filter(run => run.outcome === 'passed').length, counted.length),
    errors: runs.filter(run => run.outcome === 'error').length,
    skipped: runs.filter(run => run.outcome === 'skipped').length,
    usd,
    unpriced: runs.some(run => run.unpriced),
    tokens: {
      sent: sumOf(
        runs,
        ({ usage }) => usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
      ),
      cached: sumOf(runs, ({ usage }) => usage.cache_read_input_tokens),
      received: sumOf(runs, ({ usage }) => usage.output_tokens),
    },
    requests: sumOf(runs, run => run.requests),
    calls: sumOf(runs, run => run.calls),
    toolErrors: sumOf(runs, run => run.toolErrors),
    questions: sumOf(runs, run => run.questions),
    medianMs: medianOf(counted.map(run => run.ms)),
    usdPerRun: counted.length === 0 ? 0 : sumOf(counted, run => run.usd) / counted.length,
  }
}

const sumOf = (runs: readonly RunResult[], amount: (run: RunResult) => number): number =>
  runs.reduce((sum, run) => sum + amount(run), 0)

const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
