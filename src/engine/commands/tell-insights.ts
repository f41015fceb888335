import { dirname } from 'node:path'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { formatDuration, formatUsd } from '../../features/sessions/export/format-amount.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import { callsOf, type Story } from '../../features/sessions/ledger/story.ts'
import { sessionFilesIn } from '../../features/sessions/session-files.ts'
import { type Stats, StatsFold } from '../../features/sessions/stats/session-stats.ts'
import { spendingAnswer } from '../../protocol/messages/commands/spending.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const DAY_MS = 24 * 3_600_000
const MOST_SESSIONS = 300
const SHOWN = 5
/** Texts do not matter here. */
const LIMITS = { maxText: 200 }

/** What the sessions of this directory say about the last days. */
export const tellInsights = (
  {
    session,
    models,
    runtime,
  }: {
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly runtime: Runtime
  },
  days: number,
): LocalizedText => {
  if (session.path === undefined) return spendingAnswer('nothing_saved')
  const since = runtime.now().getTime() - days * DAY_MS
  const files = sessionFilesIn([dirname(session.path)])
    .filter(({ mtimeMs }) => mtimeMs >= since)
    .slice(0, MOST_SESSIONS)
  const fold = new StatsFold({
    price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
    dayOf: at => at.slice(0, 10),
  })
  const changed = new Map<string, number>()
  for (const { path } of files) {
    const story = readStory(path, LIMITS)
    fold.add(story)
    for (const file of filesOf(story)) changed.set(file, (changed.get(file) ?? 0) + 1)
  }
  return render(fold.result(), changed, days)
}

/** Files that calls changed, each as often as it was. */
const filesOf = ({ turns, lanes }: Story): readonly string[] =>
  [...turns, ...lanes].flatMap(({ steps }) =>
    callsOf(steps).flatMap(({ effect }) => (effect.kind === 'write' ? [effect.path] : [])),
  )

const render = (all: Stats, changed: ReadonlyMap<string, number>, days: number): LocalizedText => {
  if (all.sessions === 0) return spendingAnswer('no_sessions', { count: days })
  const tools = Object.entries(all.tools).sort(([, a], [, b]) => b.calls - a.calls)
  const failing = tools
    .filter(([, { errors }]) => errors > 0)
    .sort(([, a], [, b]) => b.errors - a.errors)
    .slice(0, SHOWN)
  const busiest = Object.entries(all.byDay).sort(([, a], [, b]) => b.calls - a.calls)[0]
  const most = [...changed].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
  const money = formatUsd(all.total.usd)
  return lines([
    spendingAnswer('insights', {
      count: days,
      sessions: spendingAnswer('sessions', { count: all.sessions }),
      turns: spendingAnswer('turns', { count: all.turns }),
      work: formatDuration(all.turnMs),
      money: all.total.unpriced > 0 ? spendingAnswer('money_or_more', { money }) : money,
      added: all.linesAdded,
      removed: all.linesRemoved,
    }),
    ...(busiest ? [busiestText(busiest[0], busiest[1].calls)] : []),
    ...(tools.length === 0
      ? []
      : [
          spendingAnswer('tools_used_most', {
            tools: tools.slice(0, SHOWN).map(([name, { calls }]) => `${name} ${calls}`),
          }),
        ]),
    ...(failing.length === 0
      ? []
      : [
          spendingAnswer('calls_failed', {
            tools: failing.map(([tool, { errors, calls }]) =>
              spendingAnswer('failed_of', { tool, errors, calls }),
            ),
          }),
        ]),
    ...(most.length === 0
      ? []
      : [spendingAnswer('files_changed_most', { files: most.map(([path, count]) => `${path} ${count}`) })]),
  ])
}

const busiestText = (day: string, calls: number): LocalizedText =>
  spendingAnswer('busiest_day', { day, requests: spendingAnswer('busiest_requests', { count: calls }) })
