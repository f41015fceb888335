import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { htmlReport } from '../../features/evals/report/html.ts'
import { junitReport } from '../../features/evals/report/junit.ts'
import type { RunStore } from '../../features/evals/run/run-store.ts'
import { summarize } from '../../features/evals/summarize.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { uiLanguage } from '../in-ui-language.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { exportPieces, MAX_TEXT } from '../sessions/export-pieces.ts'
import { createTeller } from '../sessions/tell-story.ts'
import { comparisonsOf, comparisonTexts, failureText, seconds, variantCells, variantHead } from './tables.ts'

/** All of a run as data. */
export const jsonReport = ({ plan }: RunStore, results: ReturnType<RunStore['results']>): object => ({
  id: plan.id,
  createdAt: plan.createdAt,
  summary: summarize(plan, results),
  comparisons: comparisonsOf(plan, results),
  runs: results,
})

/** Writes the reports that the flags name. */
export const writeReports = async (
  store: RunStore,
  text: (flag: string) => string | undefined,
  deps: SessionsDeps,
): Promise<void> => {
  const results = store.results()
  const write = (flag: string, make: (path: string) => string): void => {
    const name = text(flag)
    if (name === undefined) return
    const path = resolve(deps.cwd, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, make(path), { mode: 0o600 })
    deps.warn(evalText('written', { path }))
  }
  write('--json', () => `${JSON.stringify(jsonReport(store, results), null, 2)}\n`)
  write('--junit', () => junitReport(store.plan.id, results))
  write('--predictions', () => predictions(results))
  write('--html', path => page(store, { deps, folder: `${path.replace(/\.html?$/, '')}-transcripts`, path }))
}

/** What the harness of SWE-bench takes: a patch for each instance. */
const predictions = (results: ReturnType<RunStore['results']>): string =>
  results
    .map(({ task, variant, patch }) =>
      JSON.stringify({ instance_id: task, model_name_or_path: `capstan ${variant}`, model_patch: patch }),
    )
    .map(line => `${line}\n`)
    .join('')

const page = (
  store: RunStore,
  { deps, folder, path }: { readonly deps: SessionsDeps; readonly folder: string; readonly path: string },
): string => {
  const { plan } = store
  const results = store.results()
  const summary = summarize(plan, results)
  const { localize } = deps
  const comparisons = comparisonsOf(plan, results).flatMap(one => comparisonTexts(one).map(localize))
  const usd = formatUsd(summary.usd)
  return htmlReport({
    language: uiLanguage(deps.process.env),
    title: localize(evalText('title', { id: plan.id })),
    head: variantHead(localize),
    rows: summary.variants.map(variantCells),
    tasks: [
      [localize(evalText('columns_task')), ...plan.variants.map(({ name }) => name)],
      ...summary.tasks.map(({ task, cells }) => [
        task,
        ...cells.map(({ passed, total }) => `${passed}/${total}`),
      ]),
    ],
    comparisons,
    totals: [localize(evalText('total_spent', { usd, count: String(summary.done) }))],
    words: { transcript: localize(evalText('transcripts')), comparisons: localize(evalText('comparisons')) },
    runs: results.map(result => {
      const transcript = writeTranscript(
        store.transcriptOf(result.key),
        join(folder, `${result.key}.html`),
        deps,
      )
      return {
        result,
        outcome: localize(evalText(result.outcome)),
        amounts: `${seconds(result.ms)} · ${formatUsd(result.usd)}`,
        ...(result.why ? { why: localize(failureText(result.why)) } : {}),
        ...(transcript ? { transcript: relative(dirname(path), join(folder, `${result.key}.html`)) } : {}),
      }
    }),
  })
}

/** A page of its own: a hundred sessions on one page open in no browser. Without secrets, as every export. */
const writeTranscript = (session: string, path: string, deps: SessionsDeps): boolean => {
  if (!existsSync(session)) return false
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const tell = createTeller(deps, { withSecrets: false, maxText: MAX_TEXT })
  using story = tell(session)
  writeFileSync(path, [...exportPieces(story, 'html', { deps, secrets: 'redacted' })].join(''), {
    mode: 0o600,
  })
  return true
}
