import type { EvalPlan } from '../../features/evals/plan.ts'
import type { RunResult } from '../../features/evals/result.ts'
import type { Progress } from '../../features/evals/run/run-all.ts'
import { summarize } from '../../features/evals/summarize.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { truncateText } from '../../lib/text-width.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { failureText, seconds, table, variantCells, variantHead } from './tables.ts'

/** Where progress is written to: stderr, so that a pipe gets only the summary. */
export interface Screen {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

const MARKS = { passed: '✓', failed: '✗', error: '!', skipped: '–' } as const
const MOST_RUNNING = 8

/** On a terminal a table that is drawn over; elsewhere a line for each session that ended. */
export const createLiveTable = (plan: EvalPlan, screen: Screen, localize: Localize) => {
  let drawn = 0
  const said = new Set<string>()
  let first = true
  const erase = (): string => (drawn === 0 ? '' : `\u001b[${drawn}F\u001b[J`)
  const say = (result: RunResult): string => `${lineOf(result, localize)}\n`
  return {
    show(progress: Progress): void {
      const fresh = progress.results.filter(({ key }) => !said.has(key))
      for (const { key } of fresh) said.add(key)
      // What an earlier start has done is in the table, and is no news.
      const news = first ? [] : fresh
      first = false
      if (!screen.isTTY) {
        if (news.length > 0) screen.write(news.map(say).join(''))
        return
      }
      const width = Math.max(20, (screen.columns ?? 80) - 1)
      const lines = liveLines(plan, progress, localize).map(line => truncateText(line, width))
      screen.write(`${erase()}${news.map(say).join('')}${lines.join('\n')}\n`)
      drawn = lines.length
    },
    clear(): void {
      if (drawn > 0) screen.write(erase())
      drawn = 0
    },
  }
}

const lineOf = (result: RunResult, localize: Localize): string => {
  const { task, variant, repeat, outcome, why, ms, usd } = result
  const amounts = `${seconds(ms)}  ${formatUsd(usd)}`
  const about = why ? localize(failureText(why)) : amounts
  return localize(
    evalText('one_done', {
      mark: MARKS[outcome],
      task: escapeLine(task),
      variant: escapeLine(variant),
      repeat: String(repeat),
      about,
    }),
  )
}

const liveLines = (plan: EvalPlan, progress: Progress, localize: Localize): readonly string[] => {
  const count = (outcome: RunResult['outcome']): string =>
    String(progress.results.filter(result => result.outcome === outcome).length)
  const { variants } = summarize(plan, progress.results)
  return [
    ...table([variantHead(localize), ...variants.map(variantCells)]),
    ...progress.running.slice(0, MOST_RUNNING).map(({ key }) => `… ${escapeLine(key)}`),
    localize(
      evalText('progress', {
        done: String(progress.results.length),
        total: String(progress.total),
        passed: count('passed'),
        failed: count('failed'),
        running: String(progress.running.length),
        usd: formatUsd(progress.usd),
      }),
    ),
  ]
}
