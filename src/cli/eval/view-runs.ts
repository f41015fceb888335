import { join } from 'node:path'
import { runsOf } from '../../features/evals/plan.ts'
import type { RunStore } from '../../features/evals/run/run-store.ts'
import { summarize } from '../../features/evals/summarize.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { isLocked } from '../../lib/files/file-lock.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import type { EvalRunInfo, EvalRunView } from '../../protocol/serve/evals.ts'
import { readableRun, runNames } from './find-run.ts'
import { runsFolder } from './make-ports.ts'
import { comparisonsOf, comparisonTexts, failureText, variantCells, variantHead } from './tables.ts'

const MOST_RUNS = 50
const UNCHECKABLE_MS = 60_000

/** The runs of a person for a page that looks again and again; the newest first. */
export const listRunInfos = (configHome: string, localize: Localize): readonly EvalRunInfo[] => {
  const folder = runsFolder(configHome)
  return runNames(folder)
    .toReversed()
    .slice(0, MOST_RUNS)
    .flatMap(name => readableRun(join(folder, name)) ?? [])
    .map(store => infoOf(store, localize))
}

/** One of them with its tables; undefined: there is none of that name. */
export const viewRun = (configHome: string, id: string, localize: Localize): EvalRunView | undefined => {
  const folder = runsFolder(configHome)
  const name = runNames(folder).find(known => known === id)
  if (name === undefined) return undefined
  const store = readableRun(join(folder, name))
  if (!store) return undefined
  const { plan } = store
  const results = store.results()
  const { variants, tasks } = summarize(plan, results)
  const over = new Set(results.map(({ key }) => key))
  return {
    ...infoOf(store, localize),
    variants: [variantHead(localize), ...variants.map(variantCells)],
    tasks: [
      [localize(evalText('columns_task')), ...plan.variants.map(variant => variant.name)],
      ...tasks.map(({ task, cells }) => [
        task,
        ...cells.map(({ passed, total }) => (total === 0 ? '–' : `${passed}/${total}`)),
      ]),
    ],
    current: runsOf(plan)
      .filter(({ key }) => !over.has(key) && store.state(key) !== undefined)
      .map(({ key }) => key),
    failures: results.flatMap(run =>
      run.why ? [[run.key, localize(evalText(run.outcome)), localize(failureText(run.why))]] : [],
    ),
    comparisons: comparisonsOf(plan, results).flatMap(one => comparisonTexts(one).map(localize)),
  }
}

const infoOf = (store: RunStore, localize: Localize): EvalRunInfo => {
  const { plan, directory } = store
  const results = store.results()
  const total = runsOf(plan).length
  const isRunning = isLocked(join(directory, 'lock'), {
    now: () => Date.now(),
    uncheckableMs: UNCHECKABLE_MS,
  })
  const count = (outcome: string): string => String(results.filter(run => run.outcome === outcome).length)
  const over = new Set(results.map(({ key }) => key))
  const running = isRunning
    ? runsOf(plan).filter(({ key }) => !over.has(key) && store.state(key) !== undefined).length
    : 0
  return {
    id: plan.id,
    createdAt: plan.createdAt,
    done: results.length,
    total,
    isRunning,
    progress: localize(
      evalText('progress', {
        done: String(results.length),
        total: String(total),
        passed: count('passed'),
        failed: count('failed'),
        running: String(running),
        usd: formatUsd(summarize(plan, results).usd),
      }),
    ),
  }
}
