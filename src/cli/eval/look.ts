import { join } from 'node:path'
import { compareRuns } from '../../features/evals/compare.ts'
import { runsOf } from '../../features/evals/plan.ts'
import { summarize } from '../../features/evals/summarize.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { findRun, findRunSet, readableRun, runNames } from './find-run.ts'
import { runsFolder } from './make-ports.ts'
import { tasksOf } from './run-evals.ts'
import { comparisonTexts, percent, summaryLines, table } from './tables.ts'
import { jsonReport, writeReports } from './write-reports.ts'

export const LIST = {
  name: 'eval list',
  usage: usageOf(
    `Usage: capstan eval list [tasks …] [--only <names>] [--json]   tasks that can be run
       capstan eval list --runs [--json]                       runs, oldest first`,
    `用法：capstan eval list [任务 …] [--only <名称>] [--json]   可运行的任务
      capstan eval list --runs [--json]                     运行记录，最早的在前`,
  ),
  flags: {
    runs: { type: 'boolean' },
    only: { type: 'string' },
    json: { type: 'boolean' },
    repos: { type: 'string' },
  },
} as const

export const list = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIST, argv)
  if (given.is('runs')) return await listRuns(given.is('json'), deps)
  const only = (given.text('only') ?? '').split(',').filter(word => word !== '')
  const text = (flag: string): string | undefined => (flag === '--repos' ? given.text('repos') : undefined)
  const tasks = tasksOf({ paths: given.words, only, text }, deps)
  const lines = given.is('json')
    ? [JSON.stringify(tasks)]
    : table(
        tasks.map(({ name, format, tags, description }) => [
          name,
          format,
          tags.join(','),
          escapeLine(description, 60),
        ]),
      )
  await deps.write(`${lines.join('\n')}\n`)
  return 0
}

const listRuns = async (json: boolean, deps: SessionsDeps): Promise<number> => {
  const folder = runsFolder(deps.configHome)
  const runs = runNames(folder).flatMap(name => {
    const store = readableRun(join(folder, name))
    if (!store) {
      deps.warn(evalText('damaged_run', { path: join(folder, name) }))
      return []
    }
    const { plan, results } = store
    const { variants, done, usd } = summarize(plan, results())
    return { id: plan.id, createdAt: plan.createdAt, done, total: runsOf(plan).length, usd, variants }
  })
  if (json) await deps.write(`${JSON.stringify(runs)}\n`)
  else if (runs.length === 0) await deps.write(`${deps.localize(evalText('no_runs'))}\n`)
  else {
    const lines = table(
      runs.map(({ id, done, total, usd, variants }) => [
        id,
        `${done}/${total}`,
        formatUsd(usd),
        variants.map(({ variant, rate }) => `${escapeLine(variant)} ${percent(rate.share)}`).join(', '),
      ]),
    )
    await deps.write(`${lines.join('\n')}\n`)
  }
  return 0
}

export const REPORT = {
  name: 'eval report',
  usage: usageOf(
    `Usage: capstan eval report <run> [--html <file>] [--json [file]] [--junit <file>] [--predictions <file>]

Without a file: the tables, or with --json - all of it as JSON on stdout.`,
    `用法：capstan eval report <运行> [--html <文件>] [--json [文件]] [--junit <文件>] [--predictions <文件>]

不指定文件时显示表格；--json - 把全部内容以 JSON 输出到标准输出。`,
  ),
  flags: {
    html: { type: 'string' },
    json: { type: 'string' },
    junit: { type: 'string' },
    predictions: { type: 'string' },
  },
} as const

export const report = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(REPORT, argv)
  const [name] = given.words
  if (name === undefined || given.words.length > 1) throw wrongUsage(REPORT, evalText('no_runs'))
  const store = findRun(name, deps)
  const results = store.results()
  if (given.text('json') === '-') {
    await deps.write(`${JSON.stringify(jsonReport(store, results))}\n`)
    return 0
  }
  const files = ['html', 'json', 'junit', 'predictions'].filter(flag => given.text(flag) !== undefined)
  if (files.length === 0) await deps.write(`${summaryLines(store.plan, results, deps.localize).join('\n')}\n`)
  else await writeReports(store, flag => given.text(flag.slice(2)), deps)
  return 0
}

export const COMPARE = {
  name: 'eval compare',
  usage: usageOf(
    `Usage: capstan eval compare <A> <B> [--json]   is B better than A, beyond chance?

A and B are runs, or <run>/<variant> where a run has several. Tasks are paired by name. Where each
has one run, the test is McNemar's exact one; else a permutation test of the tasks' success rates.`,
    `用法：capstan eval compare <A> <B> [--json]   B 是否优于 A，且超出偶然？

A 和 B 是运行记录；若一次运行有多个变体，写作 <运行>/<变体>。任务按名称配对。每个任务各运行一次时
使用 McNemar 精确检验，否则对各任务的通过率做置换检验。`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

export const compare = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(COMPARE, argv)
  const [a, b, ...more] = given.words
  if (a === undefined || b === undefined || more.length > 0)
    throw wrongUsage(COMPARE, argumentText('name_one', { what: 'A, B' }))
  const result = compareRuns(findRunSet(a, deps), findRunSet(b, deps))
  const lines = given.is('json')
    ? [JSON.stringify(result)]
    : [
        ...table(
          [result.a, result.b].map(({ name, rate }) => [
            escapeLine(name),
            `${rate.passed}/${rate.total}`,
            percent(rate.share),
            `${percent(rate.low)}–${percent(rate.high)}`,
          ]),
        ),
        ...comparisonTexts(result).map(deps.localize),
      ]
  await deps.write(`${lines.join('\n')}\n`)
  return 0
}
