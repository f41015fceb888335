import { type Comparison, compareAll, LEVEL } from '../../features/evals/compare.ts'
import type { EvalPlan } from '../../features/evals/plan.ts'
import type { Failure, RunResult } from '../../features/evals/result.ts'
import { type Summary, summarize, type VariantSummary } from '../../features/evals/summarize.ts'
import { formatCount, formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { textWidth } from '../../lib/text-width.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'

export const percent = (share: number): string =>
  `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)}%`

export const seconds = (ms: number): string =>
  ms < 60_000
    ? `${(ms / 1000).toFixed(1)}s`
    : `${Math.floor(ms / 60_000)}m${Math.round((ms % 60_000) / 1000)}s`

/** Columns as wide as their widest cell; the first one is flush left. */
export const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => textWidth(row[column] ?? ''))),
  )
  return rows.map(row =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell)))
        return column === 0 ? cell + blanks : blanks + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

const interval = ({ rate }: VariantSummary): string =>
  rate.total === 0 ? '–' : `${percent(rate.low)}–${percent(rate.high)}`

const COLUMNS = [
  'rate',
  'interval',
  'cost',
  'time',
  'tokens',
  'requests',
  'tool_errors',
  'questions',
] as const

export const variantHead = (localize: Localize): readonly string[] => [
  localize(evalText('columns_variant')),
  ...COLUMNS.map(name => localize(evalText(`columns_${name}`))),
]

export const variantCells = (one: VariantSummary): readonly string[] => [
  escapeLine(one.variant),
  `${one.rate.passed}/${one.rate.total} ${one.rate.total === 0 ? '' : percent(one.rate.share)}`.trim(),
  interval(one),
  `${one.unpriced ? '≥ ' : ''}${formatUsd(one.usdPerRun)}`,
  seconds(one.medianMs),
  formatCount(one.tokens.sent + one.tokens.received),
  String(one.requests),
  String(one.toolErrors),
  String(one.questions),
]

export const failureText = ({ kind, step, what }: Failure): LocalizedText => {
  const said = { kind: evalText(`kind_${kind}`), what: escapeLine(what, 300) }
  return step === undefined
    ? evalText('without_step', said)
    : evalText('at_step', { ...said, step: String(step) })
}

const points = (share: number): string => `${share >= 0 ? '+' : '−'}${(Math.abs(share) * 100).toFixed(1)}`

const chance = (p: number): string => (p < 0.0001 ? '< 0.0001' : p.toFixed(4))

export const comparisonTexts = (one: Comparison): readonly LocalizedText[] => {
  if (one.pairs === 0) return [evalText('verdict_nothing')]
  const { better, worse, onlyA, onlyB } = one
  const sign = one.usd.difference < 0 ? '−' : '+'
  return [
    evalText('compared', {
      a: one.a.name,
      b: one.b.name,
      difference: points(one.difference),
      pairs: String(one.pairs),
      p: chance(one.corrected),
      test: evalText(`test_${one.test}`),
      verdict: evalText(one.corrected < LEVEL ? 'verdict_more' : 'verdict_chance'),
    }),
    evalText('cost_compared', {
      usd: `${sign}${formatUsd(Math.abs(one.usd.difference))}`,
      pUsd: chance(one.usd.p),
      time: `${one.ms.difference < 0 ? '−' : '+'}${seconds(Math.abs(one.ms.difference))}`,
      pMs: chance(one.ms.p),
    }),
    ...(better.length > 0 ? [evalText('now_pass', { names: better })] : []),
    ...(worse.length > 0 ? [evalText('now_fail', { names: worse })] : []),
    ...(onlyA.length > 0 ? [evalText('only_in', { name: one.a.name, names: onlyA })] : []),
    ...(onlyB.length > 0 ? [evalText('only_in', { name: one.b.name, names: onlyB })] : []),
  ]
}

export const comparisonsOf = (plan: EvalPlan, results: readonly RunResult[]): readonly Comparison[] =>
  compareAll(
    plan.variants.map(({ name }) => ({ name, results: results.filter(({ variant }) => variant === name) })),
  )

/** All of a run for a terminal. */
export const summaryLines = (
  plan: EvalPlan,
  results: readonly RunResult[],
  localize: Localize,
): readonly string[] => {
  const summary = summarize(plan, results)
  const failed = results.filter(run => run.why)
  const comparisons = comparisonsOf(plan, results)
  return [
    ...table([variantHead(localize), ...summary.variants.map(variantCells)]),
    '',
    ...taskLines(summary, localize),
    ...(failed.length === 0
      ? []
      : ['', `${localize(evalText('failures'))}:`, ...failed.map(run => failureLine(run, localize))]),
    ...(comparisons.length === 0 ? [] : ['', localize(evalText('compared_head'))]),
    ...comparisons.flatMap(one => comparisonTexts(one).map(text => `  ${localize(text)}`)),
    ...(comparisons.length > 1
      ? [`  ${localize(evalText('corrected', { count: String(comparisons.length) }))}`]
      : []),
    '',
    ...totalLines(summary, localize),
  ]
}

const taskLines = ({ tasks, variants }: Summary, localize: Localize): readonly string[] =>
  table([
    [localize(evalText('columns_task')), ...variants.map(({ variant }) => escapeLine(variant))],
    ...tasks.map(({ task, cells }) => [
      escapeLine(task),
      ...cells.map(({ passed, total }) => (total === 0 ? '–' : `${passed}/${total}`)),
    ]),
  ])

const failureLine = (run: RunResult, localize: Localize): string => {
  const about = run.why ? localize(failureText(run.why)) : ''
  return `  ${escapeLine(run.key)}  ${localize(evalText(run.outcome))}  ${about}`
}

const totalLines = (summary: Summary, localize: Localize): readonly string[] => {
  const [errors, skipped] = [sum(summary, one => one.errors), sum(summary, one => one.skipped)]
  return [
    localize(evalText('total_spent', { usd: formatUsd(summary.usd), count: String(summary.done) })),
    ...(summary.variants.some(one => one.unpriced) ? [localize(evalText('unpriced'))] : []),
    ...(errors + skipped > 0
      ? [localize(evalText('errors_left_out', { count: String(errors), skipped: String(skipped) }))]
      : []),
  ]
}

const sum = ({ variants }: Summary, amount: (one: VariantSummary) => number): number =>
  variants.reduce((total, one) => total + amount(one), 0)
